import { asciiDomainOf } from '../../shared/email-key.js';

type Claims = Readonly<Record<string, unknown>>;

/**
 * Issuers at which anybody can get an account, with the rule that says for whose domains one of their answers speaks. That an address was
 * verified there once means that its mail was read, not that the company of its domain knows the person. Without such a rule, no address of
 * the issuer counts as proven.
 */
const SHARED: readonly (readonly [issuer: RegExp, speaksFor: ((claims: Claims) => unknown) | null])[] = [
  // OpenID Connect of Google: `hd` is there for accounts that a Workspace manages, and for no others.
  [/^(https:\/\/)?accounts\.google\.com\/?$/i, ({ hd }) => hd],
  // Microsoft Entra ID: the endpoints of many tenants, and the one tenant of all personal accounts. Tenants have issuers of their own.
  [
    /^https:\/\/(login\.microsoftonline\.[a-z]+|sts\.windows\.net)\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad|\{tenant(id)?\})(\/|$)/i,
    null,
  ],
  [
    /^https:\/\/(appleid\.apple\.com|gitlab\.com|slack\.com|(www\.)?linkedin\.com|(www\.|limited\.)?facebook\.com|(api\.)?login\.yahoo\.com|login\.salesforce\.com|id\.twitch\.tv|discord\.com|access\.line\.me|github\.com|token\.actions\.githubusercontent\.com|bitbucket\.org|www\.paypal\.com|accounts\.zoho\.com)(\/|$)/i,
    null,
  ],
];

/** `isShared: false`: the issuer is that of one organization, which answers for its people itself. */
export type CompanyAtIssuer =
  | { readonly isShared: false }
  /** In the form in which domains are compared; `null`: the answer speaks for no company. */
  | { readonly isShared: true; readonly domain: string | null };

export function companyAt(issuer: string, claims: Claims): CompanyAtIssuer {
  const shared = SHARED.find(([pattern]) => pattern.test(issuer));
  if (shared === undefined) return { isShared: false };
  const named = shared[1]?.(claims);
  return { isShared: true, domain: typeof named === 'string' ? asciiDomainOf(named) : null };
}

/** What the administrators of a connection to such an issuer have to know before anyone logs in; `null` for an issuer of one organization. */
export function warningAbout(issuer: string): string | null {
  const shared = SHARED.find(([pattern]) => pattern.test(issuer));
  if (shared === undefined) return null;
  return shared[1] === null
    ? 'Anybody can get an account at this issuer, and its answers never name a company. So it links nobody by their address ' +
        'and creates no account. Use the issuer of your own tenant, if the provider has one.'
    : 'Anybody can get an account at this issuer. An address counts only if the answer names the company by a domain that your organization has verified ("hd"): verify it first.';
}
