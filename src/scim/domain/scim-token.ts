import { hashToken, mintToken } from '../../shared/one-time-token.js';
import type { Provisioner, ScimScope } from './provisioner.js';

/** Tells people and secret scanners what they have found. */
const PREFIX = 'hgscim_';

export const SCIM_SCOPES: readonly ScimScope[] = ['read', 'write'];

export interface ScimToken {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly scopes: readonly ScimScope[];
  /** Who issued it. It stays valid when he leaves: provisioning belongs to the organization and must not stop with a person. */
  readonly createdBy: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** The token that takes its place; until `expiresAt` both are valid. */
  readonly rotatedTo: number | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  readonly lastUsedIp: string | null;
}

/** `text` goes to whoever asked for it and is forgotten; only `hash` is stored. */
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

export function provisionerOf({ id, name, organizationId, scopes, createdBy }: ScimToken): Provisioner {
  return { tokenId: id, tokenName: name, organizationId, scopes, issuedBy: createdBy };
}
