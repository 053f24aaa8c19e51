import type { MailedToken, TokenPurpose } from '../../domain/mailed-token.js';

export abstract class MailedTokens {
  abstract newRequestId(): string;
  /** Replaces the user's older token. @returns false when the request has been answered already */
  abstract issue(token: MailedToken): Promise<boolean>;
  /** The one that is not used yet, whatever it is good for now. */
  abstract waiting(userId: number, purpose: TokenPurpose): Promise<MailedToken | null>;
  /** It is not good any more. @returns whether one was waiting */
  abstract withdraw(userId: number, purpose: TokenPurpose): Promise<boolean>;
  abstract find(purpose: TokenPurpose, tokenHash: Uint8Array): Promise<MailedToken | null>;
  /** @returns whether this was the first use and no newer token had replaced it */
  abstract spend(token: MailedToken): Promise<boolean>;
  /** @returns how many are gone */
  abstract purge(before: Date): Promise<number>;
}
