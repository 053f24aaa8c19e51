import type { Page, PageRequest } from '../../../shared/page.js';
import type { Approval, ScimToken } from '../../domain/scim-token.js';

export type NewScimToken = Pick<ScimToken, 'organizationId' | 'name' | 'scopes' | 'createdBy' | 'approval' | 'createdAt' | 'expiresAt'> & {
  readonly hash: Uint8Array;
};

/** To add, approve or end one by hand, lock the organization exclusively before reading them. */
export abstract class ScimTokens {
  abstract add(token: NewScimToken): Promise<ScimToken>;
  /** Finds a token of any organization, live or not. */
  abstract findByHash(hash: Uint8Array): Promise<ScimToken | null>;
  /** Does nothing when it was used after `unlessSince` already. */
  abstract markUsed(id: number, use: { at: Date; ip: string | null; unlessSince: Date }): Promise<void>;
  /** Tokens that are not revoked and have not expired. */
  abstract liveOf(organizationId: number, now: Date): Promise<ScimToken[]>;
  /** Finds a token of the organization, live or not. */
  abstract find(organizationId: number, id: number): Promise<ScimToken | null>;
  /** Newest first, live or not. */
  abstract list(organizationId: number, request: PageRequest): Promise<Page<ScimToken>>;
  /** Replaces an approval that it has; from then on the owners may be asked again. */
  abstract approve(organizationId: number, id: number, approval: Approval): Promise<void>;
  /** @returns false when the owners were asked after `unlessSince` already */
  abstract noteAsked(organizationId: number, id: number, asked: { at: Date; unlessSince: Date }): Promise<boolean>;
  abstract revoke(organizationId: number, id: number, at: Date): Promise<void>;
  abstract replace(organizationId: number, id: number, by: { id: number; expiresAt: Date }): Promise<void>;
}
