import { APPROVAL_LEVELS, type ApprovalLevel, type Backing } from '../../shared/backing.js';
import { hashToken, mintToken } from '../../shared/one-time-token.js';
import { DomainError, Forbidden, type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import { holdsEverything } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import type { Provisioner, ScimScope } from './provisioner.js';
import { say } from '../../shared/sentence.js';

class TokenNameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization already has a valid provisioning token with this name. Choose another name.');
  }
}

class TooManyTokens extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', say('An organization has {most} valid provisioning tokens at most. Revoke one first.', { most }));
  }
}

export class TokenEnded extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The token is not valid any more, or was replaced already. Issue a new one instead.');
  }
}

class OnlyOwnersApprove extends Forbidden {
  constructor() {
    super('Only an owner of the organization can approve a provisioning token. Ask one to do it.');
  }
}

/** Tells people and secret scanners what they have found. */
const PREFIX = 'hgscim_';

/** Enough for every system that provisions, few enough to be looked through. */
const MOST_ACTIVE = 20;
const HOUR_MS = 3_600_000;

export interface ScimToken {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly scopes: readonly ScimScope[];
  /** Who issued it. It stays valid when they leave, but then no longer has their rights; see `KeepCeiling`. */
  readonly createdBy: number | null;
  readonly approval: Approval | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** The token that replaces it; until `expiresAt` both are valid. */
  readonly rotatedTo: number | null;
  /** Exact to the minute. */
  readonly lastUsedAt: Date | null;
  readonly lastUsedIp: string | null;
}

/** An owner's approval of what the directory may do, no matter who issued its token. */
export interface Approval {
  readonly upTo: ApprovalLevel;
  /** `null` when the account is gone. */
  readonly by: number | null;
  readonly at: Date;
}

/** `limited`: as much as its issuer may do. */
export const CEILING_HEIGHTS = [...APPROVAL_LEVELS, 'limited', 'none'] as const;

/** How strong a token is at this moment, for those who look after it. */
export interface TokenCeiling {
  readonly height: (typeof CEILING_HEIGHTS)[number];
  readonly hasIssuerLeft: boolean;
  readonly isApprovalNeeded: boolean;
}

/** `text` goes to the caller and is forgotten; only `hash` is stored. */
export function mintScimToken(): { text: string; hash: Uint8Array } {
  const { token, hash } = mintToken();
  return { text: `${PREFIX}${token}`, hash };
}

/** @returns `null` when no token looks like this */
export function hashScimToken(text: string): Uint8Array | null {
  return text.startsWith(PREFIX) ? hashToken(text.slice(PREFIX.length)) : null;
}

export function isLive(token: Pick<ScimToken, 'expiresAt' | 'revokedAt'>, now: Date): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
}

export const TOKEN_STATUSES = ['active', 'rotated', 'expired', 'revoked'] as const;

export type TokenStatus = (typeof TOKEN_STATUSES)[number];

/** `rotated`: still valid, until the overlap with its successor ends. */
export function statusOf(token: ScimToken, now: Date): TokenStatus {
  if (token.revokedAt !== null) return 'revoked';
  if (!isLive(token, now)) return 'expired';
  return token.rotatedTo === null ? 'active' : 'rotated';
}

/** @param live tokens that are valid in the organization now @throws TokenNameTaken, TooManyTokens */
export function assertRoomFor(name: string, live: readonly ScimToken[]): void {
  const active = live.filter(({ rotatedTo }) => rotatedTo === null);
  if (active.some((token) => token.name === name)) throw new TokenNameTaken();
  if (active.length >= MOST_ACTIVE) throw new TooManyTokens(MOST_ACTIVE);
}

export function expiryProblems(expiresAt: Date, now: Date): FieldError[] {
  return expiresAt > now ? [] : [{ field: 'expires_at', message: 'Send a time in the future.', code: 'invalid' }];
}

/** @throws ValidationFailed */
export function assertFuture(expiresAt: Date | null, now: Date): void {
  const problems = expiresAt === null ? [] : expiryProblems(expiresAt, now);
  if (problems.length > 0) throw new ValidationFailed(problems);
}

/** When the validity of a token that is being replaced ends; `null` when it cannot be replaced any more. */
export function overlapEnd(token: ScimToken, hours: number, now: Date): Date | null {
  if (statusOf(token, now) !== 'active') return null;
  const end = new Date(now.getTime() + hours * HOUR_MS);
  return token.expiresAt !== null && token.expiresAt < end ? token.expiresAt : end;
}

/** @throws OnlyOwnersApprove */
export function assertMayApprove(held: Held): void {
  if (!holdsEverything(held.permissions)) throw new OnlyOwnersApprove();
}

export function backingOf({ createdBy, approval }: Pick<ScimToken, 'createdBy' | 'approval'>): Backing {
  return { issuedBy: createdBy, approvedBy: approval?.by ?? null, approvedUpTo: approval?.upTo ?? null, mustHold: 'scim.manage' };
}

export function provisionerOf(token: ScimToken): Provisioner {
  const { id, name, organizationId, scopes } = token;
  return { tokenId: id, tokenName: name, organizationId, scopes, backing: backingOf(token) };
}
