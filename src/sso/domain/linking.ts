import type { SsoFault } from './sso.errors.js';
import type { Sentence } from '../../shared/sentence.js';

/** How an identity came to lead to an account. */
export const LINKING_WAYS = ['provisioning', 'first_login', 'proof', 'administrator', 'wave'] as const;

export type LinkedBy = (typeof LINKING_WAYS)[number];

/**
 * How the organization of the connection stands to the domain of the address. `drifted`: it has shown it, and the DNS no longer does;
 * `lost`: another organization has shown it since.
 */
export type DomainStanding = 'verified' | 'drifted' | 'lost' | 'not_owned';

/** The person who has the address that the provider names. */
export interface LinkableAccount {
  readonly isActive: boolean;
  readonly isSystemAdmin: boolean;
  readonly isBreakGlass: boolean;
  readonly hasPassword: boolean;
  /** The person has shown here that they read the mail of the address. */
  readonly isEmailVerified: boolean;
  /** The directory of the organization of the connection created the account. */
  readonly isProvisionedHere: boolean;
  readonly isMember: boolean;
  readonly isSuspended: boolean;
  /** Holds everything in the organization. */
  readonly isOwner: boolean;
  /** `stale`: a link of this connection to an issuer that it does not have any more. */
  readonly linkHere: 'none' | 'other_subject' | 'stale';
  readonly isLinkedElsewhere: boolean;
  /** A wave moves the person to this connection from another one of the organization, which knows them by a link. */
  readonly movesHere: boolean;
}

/** What is known when a person comes whose issuer and subject lead to no account yet. */
export interface LinkingFacts {
  readonly hasEmail: boolean;
  readonly isEmailVerified: boolean;
  readonly domain: DomainStanding;
  readonly provisions: boolean;
  readonly account: LinkableAccount | null;
}

export type LinkDecision =
  | { readonly kind: 'provision' }
  | { readonly kind: 'propose' }
  | { readonly kind: 'link'; readonly linkedBy: LinkedBy }
  | { readonly kind: 'refuse'; readonly fault: SsoFault };

/**
 * An address does not prove who a person is. It decides alone only when an attacker could not have planted the account:
 * the account has no password and no link, and belongs to the organization already. All others show that the account is
 * theirs. So do owners: the person who sets up a provider may have fewer rights, and could let themselves in as an
 * owner who has not come yet. And so do members whose domain the organization has lost: the address says less about them now, and without
 * this way they would be shut out while single sign-on is required.
 */
export function decideLink(facts: LinkingFacts): LinkDecision {
  const { account, provisions } = facts;
  const fault = addressFault(facts) ?? (account && accountFault(account, provisions));
  if (fault !== null) return { kind: 'refuse', fault };
  if (account === null) return provisions ? { kind: 'provision' } : { kind: 'refuse', fault: 'NO_ACCOUNT' };
  const cannotBePlanted = !account.hasPassword && !account.isLinkedElsewhere && account.linkHere === 'none';
  const isTheOrganizations = account.isMember && (account.isEmailVerified || account.isProvisionedHere);
  const isCertain = facts.domain === 'verified' && cannotBePlanted && isTheOrganizations && !account.isOwner;
  // Their account is known by a link already, and those who may require single sign-on of everybody chose them for the new provider.
  const isMoved = facts.domain === 'verified' && account.movesHere && account.linkHere === 'none' && account.isMember && !account.isOwner;
  return isCertain || isMoved ? { kind: 'link', linkedBy: isMoved ? 'wave' : 'first_login' } : { kind: 'propose' };
}

/**
 * For a logged-in person who goes to the provider to link their account, or who has shown by its password that it is
 * theirs.
 * @param facts of their own account
 */
export function proofFault(facts: LinkingFacts & { readonly account: LinkableAccount }): SsoFault | null {
  return addressFault(facts) ?? accountFault(facts.account, facts.provisions);
}

function addressFault({ hasEmail, domain, isEmailVerified, account }: LinkingFacts): SsoFault | null {
  if (!hasEmail) return 'EMAIL_MISSING';
  // Checked before all else that an address leads to: every other fault is about a person for whom the provider
  // vouches.
  if (!isEmailVerified) return 'EMAIL_NOT_VERIFIED';
  if (domain === 'verified') return null;
  const canProve = account !== null && account.isMember && account.hasPassword;
  return domain !== 'not_owned' && canProve ? null : 'EMAIL_DOMAIN_NOT_OWNED';
}

function accountFault(account: LinkableAccount, provisions: boolean): SsoFault | null {
  // Otherwise the operator of the provider would gain the power of the operator of the installation, or the account
  // that must work without a provider.
  if (account.isSystemAdmin || account.isBreakGlass) return 'ACCOUNT_EXEMPT';
  if (!account.isActive || account.isSuspended) return 'ACCOUNT_NOT_ACTIVE';
  if (account.linkHere === 'other_subject') return 'IDENTITY_CONFLICT';
  // The same answer as without an account: it is not the organization's business that there is one elsewhere.
  return account.isMember || provisions ? null : 'NO_ACCOUNT';
}

/** Whether an existing link still lets the person in. */
export function admissionFault(account: { isActive: boolean; isMember: boolean; isSuspended: boolean }): SsoFault | null {
  return account.isActive && account.isMember && !account.isSuspended ? null : 'ACCOUNT_NOT_ACTIVE';
}

const SENTENCES: Readonly<Partial<Record<SsoFault, Sentence>>> = {
  EMAIL_MISSING: 'The identity provider did not send one e-mail address of yours. Ask your administrator.',
  EMAIL_DOMAIN_NOT_OWNED: 'Your e-mail address is not in a domain that this organization has verified. Ask your administrator.',
  EMAIL_NOT_VERIFIED:
    'The identity provider does not vouch for your e-mail address. Log in there with the account of your organization, or ask your administrator.',
  EMAIL_MISMATCH: 'The identity provider knows you by another e-mail address than your account has. Ask your administrator.',
  NO_ACCOUNT: 'There is no account for you here. Ask your administrator for one.',
  ACCOUNT_NOT_ACTIVE: 'Your account is not active here. Ask your administrator.',
  ACCOUNT_EXEMPT: 'This account cannot use single sign-on. Log in with your password.',
  IDENTITY_CONFLICT: 'The account is linked to another person at the identity provider. Ask your administrator.',
};

/** One sentence for the person at the browser. */
export function sentenceOf(fault: SsoFault): Sentence {
  return SENTENCES[fault] ?? 'The login through the identity provider failed. Try again.';
}
