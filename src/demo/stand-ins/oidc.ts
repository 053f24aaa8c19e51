import express, { type RequestHandler, type Router } from 'express';
import type { Configuration, default as Provider } from 'oidc-provider';
import { CLIENT } from './addresses.js';
import { personOf } from './people.js';
import { isHere, isOfService } from './service-address.js';
import { type Choice, choiceIn, choiceOfProgram, sendPage, sendSignInPage } from './sign-in-page.js';
import type { Signer } from './signer.js';

const NOBODY = 'This is not an address. Write one such as ines@delta.example.';

/** OpenID Connect: authorization code with PKCE, discovery, logout. What it remembers it forgets with the process. */
export async function oidcProvider(issuer: string, { jwk }: Signer): Promise<Router> {
  const provider = await quietly(async () => {
    const { default: OidcProvider, interactionPolicy } = await import('oidc-provider');
    const policy = interactionPolicy.base();
    // A presenter signs in as one person after the other in the same browser.
    policy
      .get('login')
      ?.checks.add(
        new interactionPolicy.Check('asks_always', 'A person has to be chosen', ({ oidc }) =>
          oidc.result?.login === undefined ? interactionPolicy.Check.REQUEST_PROMPT : interactionPolicy.Check.NO_NEED_TO_PROMPT,
        ),
      );
    return new OidcProvider(issuer, {
      ...SETTINGS,
      jwks: { keys: [jwk] },
      interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    });
  });
  // The addresses of a connection hold its id, which exists only after an administrator has entered this provider.
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: (uri: string) => isOfService(uri, 'callback'),
    postLogoutRedirectUriAllowed: isHere,
  });
  const router = express.Router();
  router.all('/interaction/:uid', express.urlencoded({ extended: false }), interact(provider));
  router.use(provider.callback());
  return router;
}

const SETTINGS: Configuration = {
  clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: ['http://127.0.0.1/callback'] }],
  cookies: { keys: ['of the demo'] },
  scopes: ['openid', 'profile', 'email', 'groups'],
  claims: { openid: ['sub', 'sid', 'amr'], email: ['email', 'email_verified'], profile: ['name', 'groups'], groups: ['groups'] },
  // As nearly all others do: the token has what was asked for, not only the address of user information.
  conformIdTokenClaims: false,
  findAccount: (_ctx, sub) => {
    const person = personOf(sub);
    if (person === null) return undefined;
    const { email, name } = person;
    const groups = [...person.groups];
    return { accountId: sub, claims: () => ({ sub, name, email, email_verified: true, groups }) };
  },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
  ttl: { AccessToken: 3600, AuthorizationCode: 60, Grant: 3600, IdToken: 3600, Interaction: 3600, Session: 3600 },
  renderError: (ctx, out) => {
    ctx.type = 'text';
    ctx.body = JSON.stringify(out);
  },
};

function interact(provider: Provider): RequestHandler {
  return async (request, response) => {
    const details = await provider.interactionDetails(request, response).catch(() => null);
    if (details === null) {
      sendPage(response, 400, 'This login is over', '<p>Begin it anew where you came from.</p>');
      return;
    }
    const { prompt, params, session, grantId } = details;
    if (prompt.name === 'login') {
      const isForm = request.method === 'POST';
      const choice = isForm ? choiceIn(request.body) : choiceOfProgram(request.query, request.headers.cookie);
      if (choice === null) sendSignInPage(response, false, isForm ? NOBODY : undefined);
      else await provider.interactionFinished(request, response, resultOf(choice));
      return;
    }
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const clientId = String(params['client_id']);
    const grant = known ?? new provider.Grant({ accountId: session?.accountId ?? '', clientId });
    grant.addOIDCScope(String(params['scope']));
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
}

function resultOf(choice: Choice): Parameters<Provider['interactionFinished']>[2] {
  if (choice.kind === 'denied') return { error: 'access_denied', error_description: 'The demo refuses on request.' };
  const amr = choice.hasSecondFactor ? ['pwd', 'mfa'] : ['pwd'];
  return { login: { accountId: choice.person.subject, amr } };
}

/** At each start it prints in the middle of our log that it prefers another version of Node. */
async function quietly<T>(make: () => Promise<T>): Promise<T> {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return await make();
  } finally {
    Object.assign(console, { warn, info });
  }
}
