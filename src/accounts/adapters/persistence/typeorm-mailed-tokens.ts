import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { MailedTokens } from '../../application/ports/mailed-tokens.js';
import type { MailedToken, TokenPurpose } from '../../domain/mailed-token.js';
import { mailedTokenSchema } from './schemas.js';

/** A spent token is a row without a hash. The row stays to show that its request was answered. */
@Injectable()
export class TypeOrmMailedTokens extends MailedTokens {
  private readonly tokens;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.tokens = session.repository(mailedTokenSchema);
  }

  newRequestId(): string {
    return randomUUID();
  }

  async issue(token: MailedToken): Promise<boolean> {
    const { userId, purpose, requestId, tokenHash, emailKey, newEmail, trustEpoch, expiresAt } = token;
    // Raw: this upsert leaves the row alone unless the request is a different one.
    const issued = await this.session.execute(
      `INSERT INTO mailed_tokens AS t (user_id, purpose, request_id, token_hash, email_key, trust_epoch, expires_at, new_email)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (user_id, purpose) DO UPDATE
          SET request_id = excluded.request_id, token_hash = excluded.token_hash, email_key = excluded.email_key,
              trust_epoch = excluded.trust_epoch, expires_at = excluded.expires_at, new_email = excluded.new_email
        WHERE t.request_id <> excluded.request_id`,
      [userId, purpose, requestId, tokenHash, emailKey, trustEpoch, expiresAt, newEmail],
    );
    return issued === 1;
  }

  find(purpose: TokenPurpose, tokenHash: Uint8Array): Promise<MailedToken | null> {
    return this.tokens.findOneBy({ purpose, tokenHash });
  }

  waiting(userId: number, purpose: TokenPurpose): Promise<MailedToken | null> {
    return this.tokens.findOneBy({ userId, purpose, tokenHash: Not(IsNull()) });
  }

  async withdraw(userId: number, purpose: TokenPurpose): Promise<boolean> {
    const { affected } = await this.tokens.update({ userId, purpose, tokenHash: Not(IsNull()) }, { tokenHash: () => 'NULL' });
    return affected === 1;
  }

  async spend({ userId, purpose, tokenHash }: MailedToken): Promise<boolean> {
    const { affected } = await this.tokens.update({ userId, purpose, tokenHash }, { tokenHash: () => 'NULL' });
    return affected === 1;
  }

  async purge(before: Date): Promise<number> {
    const { affected } = await this.tokens.delete({ expiresAt: LessThan(before) });
    return affected ?? 0;
  }
}
