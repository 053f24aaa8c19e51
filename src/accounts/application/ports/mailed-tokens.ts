import type { MailedToken, TokenPurpose } from '../../domain/mailed-token.js';

export abstract class MailedTokens {
  abstract newRequestId(): string;
  /** Takes the place of the user's older one. @returns false when the request has been answered already */
  abstract issue(token: MailedToken): Promise<boolean>;
  abstract find(purpose: TokenPurpose, tokenHash: Uint8Array): Promise<MailedToken | null>;
  /** @returns whether this was the first use, and no newer token had taken its place */
  abstract spend(token: MailedToken): Promise<boolean>;
  /** @returns how many are gone */
  abstract purge(before: Date): Promise<number>;
}
