import { hashToken, mintToken } from '../../shared/one-time-token.js';
import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import { inMail } from '../../shared/in-mail.js';
import { type Contact, mailTo } from '../../shared/mail-to.js';
import type { Mail } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';

/** The scopes of keys, each with the permissions of its person that the key gets. */
const PERMISSIONS_OF_SCOPES = {
  'schema.read': ['data_source.read'],
  'query.run': ['query.run'],
  ask: ['query.run', 'data_source.read'],
  'template.read': ['template.read'],
  // Executing a template reads the schema of its data source.
  'template.execute': ['template.execute', 'data_source.read'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

/** What a key gets as well if its person holds it, and can be made without: the first question to a data source discovers it. */
const ALSO_OF_SCOPES: Readonly<Partial<Record<string, readonly Permission[]>>> = { ask: ['data_source.discover'] };

export type KeyScope = keyof typeof PERMISSIONS_OF_SCOPES;

export const KEY_SCOPES = Object.keys(PERMISSIONS_OF_SCOPES) as [KeyScope, ...KeyScope[]];

export const KEY_STATUSES = ['active', 'expired', 'revoked', 'ended'] as const;

/** Tells people and secret scanners what they have found. */
const PREFIX = 'hgk_';
const HINT_LETTERS = 4;
const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const LONGEST_DAYS = 365;
/** For each person, in all of their organizations. */
export const MOST_KEYS = 20;

export interface AccessKey {
  readonly id: number;
  readonly organizationId: number;
  readonly userId: number;
  readonly name: string;
  /** The last letters, so that people can tell their keys apart. */
  readonly hint: string;
  readonly scopes: readonly KeyScope[];
  /** `null`: all data sources of the organization. */
  readonly dataSourceIds: readonly number[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** Exact to a few minutes. */
  readonly lastUsedAt: Date | null;
  /** The client that a person connected: a grant, which has short tokens in place of a key's text. `null` for a key. */
  readonly clientId: string | null;
  /** Where the client got its answer; `null` for a key. */
  readonly redirectHost: string | null;
  /** What the client asked for and did not get; `null` for a key. */
  readonly refusedScopes: readonly KeyScope[] | null;
}

/** How the person had signed in when they made the key: it is worth no more than the session that it came from. */
export interface ProofOfKey {
  /** The trust epoch of that moment; every change of credentials raises the account's, which ends the key. */
  readonly credentialsEpoch: number;
  readonly ssoConnectionId: number | null;
  readonly ssoIdentityId: number | null;
  readonly mfaAt: Date | null;
}

/** Why a key that is known is refused. */
export type KeyEnd =
  | 'revoked'
  | 'expired'
  /** The account is disabled, or its credentials have changed since. */
  | 'account_changed'
  | 'member_suspended'
  | 'switched_off'
  /** The organization no longer lets this client connect. */
  | 'client_refused'
  /** The account is one for emergencies: only people may use those, for an hour. */
  | 'emergency_account'
  /** The person has not signed on through the identity provider for as long as a session lives, or the link is gone. */
  | 'sign_on_due';

/** What else decides about the key; read again at every request. */
export interface KeyTerms {
  readonly isAccountActive: boolean;
  readonly isTrustUnchanged: boolean;
  readonly isSuspended: boolean;
  readonly isSwitchedOff: boolean;
  readonly isForEmergencies: boolean;
  readonly isSignOnDue: boolean;
  /** Of a grant. */
  readonly isClientRefused: boolean;
  /** The widest scopes and longest days of grants; `null` for a key, and where the organization has said nothing. */
  readonly scopesAllowed: readonly KeyScope[] | null;
  readonly daysAllowed: number | null;
}

/** Why it does not work at the moment; `null` while it works. */
export function endOf(key: Pick<AccessKey, 'revokedAt' | 'expiresAt' | 'createdAt'>, terms: KeyTerms, now: Date): KeyEnd | null {
  if (key.revokedAt !== null) return 'revoked';
  const latest = terms.daysAllowed === null ? Infinity : key.createdAt.getTime() + terms.daysAllowed * DAY_MS;
  if (key.expiresAt <= now || latest <= now.getTime()) return 'expired';
  if (!terms.isAccountActive || !terms.isTrustUnchanged) return 'account_changed';
  if (terms.isForEmergencies) return 'emergency_account';
  if (terms.isSuspended) return 'member_suspended';
  if (terms.isSwitchedOff) return 'switched_off';
  if (terms.isClientRefused) return 'client_refused';
  return terms.isSignOnDue ? 'sign_on_due' : null;
}

/** `ended`: it cannot be used although it is neither revoked nor expired. */
export function statusOf(end: KeyEnd | null): (typeof KEY_STATUSES)[number] {
  if (end === null) return 'active';
  return end === 'revoked' || end === 'expired' ? end : 'ended';
}

/** What the organization leaves of the scopes of a grant. */
export function scopesLeft(key: Pick<AccessKey, 'scopes'>, { scopesAllowed }: Pick<KeyTerms, 'scopesAllowed'>): readonly KeyScope[] {
  return scopesAllowed === null ? key.scopes : key.scopes.filter((scope) => scopesAllowed.includes(scope));
}

/** What a key can do, as far as its person can. */
export function permissionsOf(scopes: readonly KeyScope[]): Permission[] {
  return [...new Set([...neededFor(scopes), ...scopes.flatMap((scope) => ALSO_OF_SCOPES[scope] ?? [])])];
}

/** What its person has to hold to make it. */
export function neededFor(scopes: readonly KeyScope[]): Permission[] {
  return [...new Set<Permission>(scopes.flatMap((scope) => PERMISSIONS_OF_SCOPES[scope]))];
}

export function mintAccessKey(): { text: string; hash: Buffer; hint: string } {
  const { token, hash } = mintToken();
  return { text: `${PREFIX}${token}`, hash, hint: token.slice(-HINT_LETTERS) };
}

/** @returns `null` when no key looks like this */
export function hashAccessKey(text: string): Buffer | null {
  return text.startsWith(PREFIX) ? hashToken(text.slice(PREFIX.length)) : null;
}

/** @param wanted `null` for the usual 90 days @throws ValidationFailed */
export function expiryOf(wanted: Date | null, now: Date): Date {
  if (wanted === null) return new Date(now.getTime() + USUAL_DAYS * DAY_MS);
  const problems = expiryProblems(wanted, now);
  if (problems.length > 0) throw new ValidationFailed(problems);
  return wanted;
}

export function expiryProblems(wanted: Date, now: Date): FieldError[] {
  if (wanted > now && wanted.getTime() <= now.getTime() + LONGEST_DAYS * DAY_MS) return [];
  const message = say('Must lie in the future, within {days} days.', { days: LONGEST_DAYS });
  return [{ field: 'expires_at', message, code: 'invalid', arguments: { days: LONGEST_DAYS } }];
}

export function keyCreatedMail(to: Contact, { name, createdAt, expiresAt }: AccessKey): Mail {
  return mailTo(to, 'A key for AI clients was created for your Headgate account', [
    say(
      'the key "{name}" was created for your account on {at}. Until {until} a program with this key can read data in your name, even when you are signed out.',
      { name: inMail(name), at: createdAt.toISOString(), until: expiresAt.toISOString() },
    ),
    'If this was not you, revoke the key, change your password and tell your administrator at once.',
  ]);
}
