import type { ScimToken } from '../../domain/scim-token.js';

export type NewScimToken = Pick<
  ScimToken,
  'organizationId' | 'name' | 'scopes' | 'createdBy' | 'createdAt' | 'expiresAt'
> & { readonly hash: Uint8Array };

export abstract class ScimTokens {
  abstract add(token: NewScimToken): Promise<ScimToken>;
  /** Whosever it is, live or not. */
  abstract findByHash(hash: Uint8Array): Promise<ScimToken | null>;
  /** Nothing happens when it was used after `unlessSince` already. */
  abstract markUsed(id: number, use: { at: Date; ip: string | null; unlessSince: Date }): Promise<void>;
}
