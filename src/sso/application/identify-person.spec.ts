import { describe, expect, it } from '@jest/globals';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import type { Connection } from '../domain/connection.js';
import { type LinkableAccount, decideLink } from '../domain/linking.js';
import { IdentifyPerson } from './identify-person.js';
import type { Attempts } from './ports/attempts.js';
import type { OwnedDomains } from './ports/domain-names.js';
import type { IdentityProvider } from './ports/identity-provider.js';

const GOOGLE = 'https://accounts.google.com';
const OURS = ['corp.example', 'corp.test'];

/** Provisioned by the directory of the organization, and not claimed yet: what an address alone would open. */
const PROVISIONED: LinkableAccount = {
  isActive: true,
  isSystemAdmin: false,
  isBreakGlass: false,
  hasPassword: false,
  isEmailVerified: false,
  isProvisionedHere: true,
  isMember: true,
  isSuspended: false,
  isOwner: false,
  linkHere: 'none',
  isLinkedElsewhere: false,
  movesHere: false,
};

async function identified(issuer: string, claims: Record<string, unknown>): Promise<AssertedIdentity> {
  const email = 'ada@corp.example';
  const told = {
    issuer,
    subject: 'ada',
    email,
    isEmailVerified: claims['email_verified'] === true,
    name: null,
    groups: [],
    groupsSaid: 'absent',
    acr: 'aal1',
    authenticatedAt: null,
    providerSessionId: null,
    idToken: null,
    assertion: null,
    claims,
  } as const satisfies AssertedIdentity;
  const provider = { identify: () => Promise.resolve(told) };
  const domains = {
    standingOf: (_: number, domain: string) => Promise.resolve(OURS.includes(domain) ? 'verified' : 'not_owned'),
  };
  const connection = { type: 'oidc', id: 1, organizationId: 7, issuer } as unknown as Connection;
  const identify = new IdentifyPerson(provider as unknown as IdentityProvider, {} as Attempts, domains as unknown as OwnedDomains);
  const answer = await identify.execute(connection, {}, { type: 'oidc', parameters: new URLSearchParams() });
  if (answer instanceof Error) throw answer;
  return answer;
}

describe('an address in a domain of the organization, verified at', () => {
  it.each<[string, string, Record<string, unknown>, boolean]>([
    ['Google by the Workspace of the organization', GOOGLE, { email_verified: true, hd: 'corp.example' }, true],
    ['Google by another domain of its Workspace', GOOGLE, { email_verified: true, hd: 'corp.test' }, true],
    ['Google by nobody', GOOGLE, { email_verified: true }, false],
    ['Google by another Workspace', GOOGLE, { email_verified: true, hd: 'other.example' }, false],
    ['Google as unverified', GOOGLE, { email_verified: false, hd: 'corp.example' }, false],
    ['GitLab.com', 'https://gitlab.com', { email_verified: true }, false],
    ['the provider of the organization', 'https://idp.corp.example', { email_verified: true }, true],
  ])('%s', async (_, issuer, claims, isProven) => {
    const { isEmailVerified } = await identified(issuer, claims);
    expect(isEmailVerified).toBe(isProven);
    const reached = { hasEmail: true, isEmailVerified, domain: 'verified', provisions: true } as const;
    for (const account of [PROVISIONED, null]) expect(decideLink({ ...reached, account }).kind === 'refuse').toBe(!isProven);
  });
});
