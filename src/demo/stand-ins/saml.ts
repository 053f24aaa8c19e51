import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { auth, parseRequest, sendError } from 'samlp';
import { samlAddressesAt } from './addresses.js';
import type { Person } from './people.js';
import { isOfService } from './service-address.js';
import { choiceIn, choiceOfProgram, sendPage, sendSignInPage } from './sign-in-page.js';
import type { Signer } from './signer.js';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const STRONG = 'https://refeds.org/profile/mfa';
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const LIFETIME_SECONDS = 300;
const TOO_OLD_SECONDS = -3600;

interface Login {
  readonly id: string;
  readonly issuer: string;
  readonly acsUrl: string;
}

/** SAML 2.0: requests by redirect, signed assertions by a form that posts itself (Bindings, 3.4 and 3.5). */
export function samlProvider(origin: string, signer: Signer): Router {
  const router = express.Router();
  router.get('/metadata', (_request, response) => {
    response.type('application/samlmetadata+xml').send(metadataOf(origin, signer));
  });
  router.all('/sso', express.urlencoded({ extended: false }), async (request, response, next) => {
    const login = await loginIn(request);
    if (login === null) {
      sendPage(response, 400, 'No login', '<p>A login begins at a service on this machine, which asks for it by SAML.</p>');
      return;
    }
    const isForm = request.method === 'POST';
    const choice = isForm ? choiceIn(request.body) : choiceOfProgram(request.query, request.headers.cookie);
    if (choice === null)
      sendSignInPage(response, true, isForm ? 'This is not an address. Write one such as ines@delta.example.' : undefined);
    else if (choice.kind === 'denied') refusal(origin, signer, login)(request, response, next);
    else {
      const { person, hasSecondFactor, isExpired } = choice;
      const said = { authnContextClassRef: hasSecondFactor ? STRONG : PASSWORD };
      const lifetimeInSeconds = isExpired ? TOO_OLD_SECONDS : LIFETIME_SECONDS;
      assertion(origin, signer, login, person, { ...said, lifetimeInSeconds })(request, response, next);
    }
  });
  router.get('/slo', (_request, response) => sendSignedOut(response));
  return router;
}

function sendSignedOut(response: Response): void {
  sendPage(response, 200, 'Signed out', '<p>The demo does not keep you signed in: the next login asks again.</p>');
}

/** `null` if it is not a request of a service on this machine. */
function loginIn(request: Request): Promise<Login | null> {
  return new Promise((resolve) => {
    try {
      parseRequest(request, (error, found) => {
        const { id = '', issuer = '', assertionConsumerServiceURL: acsUrl = '' } = found ?? {};
        resolve(error || !isOfService(acsUrl, 'acs') ? null : { id, issuer, acsUrl });
      });
    } catch {
      resolve(null);
    }
  });
}

function assertion(
  origin: string,
  { key, certificate: cert }: Signer,
  { id, issuer: audience, acsUrl }: Login,
  { subject, email, name, groups }: Person,
  said: { readonly authnContextClassRef: string; readonly lifetimeInSeconds: number },
): RequestHandler {
  return auth({
    issuer: samlAddressesAt(origin).entityId,
    cert,
    key,
    audience,
    inResponseTo: id,
    recipient: acsUrl,
    destination: acsUrl,
    ...said,
    sessionIndex: `_session-of-${subject}`,
    getPostURL: (_audience: string, _request: unknown, _http: unknown, done: (error: null, url: string) => void) => done(null, acsUrl),
    getUserFromRequest: () => ({ subject }),
    profileMapper: () => ({
      getClaims: () => ({ email, name, groups }),
      getNameIdentifier: () => ({ nameIdentifier: subject, nameIdentifierFormat: PERSISTENT }),
    }),
  });
}

function refusal(origin: string, { key, certificate: cert }: Signer, { id, acsUrl }: Login): RequestHandler {
  return (request, response, next) =>
    sendError({
      issuer: samlAddressesAt(origin).entityId,
      cert,
      key,
      inResponseTo: id,
      destination: acsUrl,
      RelayState: request.query['RelayState'],
      error: { code: 'urn:oasis:names:tc:SAML:2.0:status:Responder', description: 'The demo refuses on request.' },
      getPostURL: (_request: unknown, done: (error: null, url: string) => void) => done(null, acsUrl),
    })(request, response, next);
}

function metadataOf(origin: string, { certificate }: Signer): string {
  const { entityId, signOnUrl, logoutUrl } = samlAddressesAt(origin);
  const base64 = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" WantAuthnRequestsSigned="false">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleLogoutService Binding="${REDIRECT}" Location="${logoutUrl}"/>
    <NameIDFormat>${PERSISTENT}</NameIDFormat>
    <SingleSignOnService Binding="${REDIRECT}" Location="${signOnUrl}"/>
  </IDPSSODescriptor>
</EntityDescriptor>
`;
}
