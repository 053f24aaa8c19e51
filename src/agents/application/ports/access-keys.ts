import type { Page, PageRequest } from '../../../shared/page.js';
import type { AccessKey, KeyTerms, ProofOfKey } from '../../domain/access-key.js';

export type NewAccessKey = Omit<AccessKey, 'id' | 'revokedAt' | 'lastUsedAt'> & {
  /** `null` for a grant. */
  readonly hash: Uint8Array | null;
  readonly proof: ProofOfKey;
};

/** A key with everything that decides whether it is valid now. */
export interface JudgedKey {
  readonly key: AccessKey;
  readonly terms: KeyTerms;
}

export interface PresentedKey extends JudgedKey {
  readonly proof: ProofOfKey;
  readonly username: string;
  readonly email: string;
}

/** Found by a token of its client. */
export interface PresentedGrant extends PresentedKey {
  readonly tokenExpiresAt: Date;
}

/** Of grants, only those that can still be used or may be again are listed. */
export type KeyKind = 'key' | 'agent';

export interface MemberKey extends JudgedKey {
  readonly username: string;
  readonly displayName: string | null;
}

export interface ListTimes {
  readonly signedOnSince: Date;
  readonly now: Date;
}

/** @param signedOnSince sign-ons before this moment are too old for a key that came from one */
export abstract class AccessKeys {
  /** With the account locked. @throws KeysOfMembersOnly when the membership is gone */
  abstract add(key: NewAccessKey): Promise<AccessKey>;
  /** Finds any key, valid or not. */
  abstract findByHash(hash: Uint8Array, signedOnSince: Date): Promise<PresentedKey | null>;
  /** The grant of a client, by its access token. */
  abstract findByAccessToken(hash: Uint8Array, signedOnSince: Date): Promise<PresentedGrant | null>;
  /** As `findByHash`. */
  abstract findById(id: number, signedOnSince: Date): Promise<JudgedKey | null>;
  /** @returns false if another request was first */
  abstract markFirstUse(id: number, at: Date): Promise<boolean>;
  /** Does nothing if the key was already used after `unlessSince`. */
  abstract markUsed(id: number, at: Date, unlessSince: Date): Promise<void>;
  /** A person's keys that are not revoked and have not expired. */
  abstract liveOf(kind: KeyKind, userId: number, now: Date): Promise<readonly AccessKey[]>;
  /** Newest first, valid or not. */
  abstract pageOf(kind: KeyKind, userId: number, times: ListTimes, request: PageRequest): Promise<Page<JudgedKey>>;
  /** The keys of all members of an organization, newest first. */
  abstract pageOfOrganization(kind: KeyKind, organizationId: number, times: ListTimes, request: PageRequest): Promise<Page<MemberKey>>;
  /** By its person, or in its organization. @returns `null` when there is none */
  abstract find(
    kind: KeyKind,
    of: { readonly userId: number } | { readonly organizationId: number },
    id: number,
  ): Promise<AccessKey | null>;
  /** Whether the person has let the client connect before, as far as that is kept. */
  abstract hasUsedClient(userId: number, clientId: string): Promise<boolean>;
  /** @returns false when it was revoked before */
  abstract revoke(id: number, at: Date): Promise<boolean>;
  /** Forgets those that were revoked or expired before. */
  abstract purge(before: Date): Promise<number>;
}
