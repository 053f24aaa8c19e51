import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { MailedTokens } from '../../application/ports/mailed-tokens.js';
import { MailedToken, type TokenPurpose } from '../../domain/mailed-token.js';

/** Spent is a row without a hash: it stays to tell that its request was answered. */
@Injectable()
export class SqlMailedTokens extends MailedTokens {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  newRequestId(): string {
    return randomUUID();
  }

  async issue(token: MailedToken): Promise<boolean> {
    const { userId, purpose, requestId, tokenHash, emailKey, trustEpoch, expiresAt } = token;
    const issued = await this.session.execute(
      `INSERT INTO mailed_tokens AS t (user_id, purpose, request_id, token_hash, email_key, trust_epoch, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (user_id, purpose) DO UPDATE
          SET request_id = excluded.request_id, token_hash = excluded.token_hash, email_key = excluded.email_key,
              trust_epoch = excluded.trust_epoch, expires_at = excluded.expires_at
        WHERE t.request_id <> excluded.request_id`,
      [userId, purpose, requestId, tokenHash, emailKey, trustEpoch, expiresAt],
    );
    return issued === 1;
  }

  async find(purpose: TokenPurpose, tokenHash: Uint8Array): Promise<MailedToken | null> {
    const [row] = await this.session.query<MailedToken & object>(
      `SELECT user_id AS "userId", purpose, request_id AS "requestId", token_hash AS "tokenHash", email_key AS "emailKey",
              trust_epoch AS "trustEpoch", expires_at AS "expiresAt"
         FROM mailed_tokens WHERE token_hash = $1 AND purpose = $2`,
      [tokenHash, purpose],
    );
    return row === undefined ? null : MailedToken.of(row);
  }

  async spend({ userId, purpose, tokenHash }: MailedToken): Promise<boolean> {
    const spent = await this.session.execute(
      'UPDATE mailed_tokens SET token_hash = NULL WHERE user_id = $1 AND purpose = $2 AND token_hash = $3',
      [userId, purpose, tokenHash],
    );
    return spent === 1;
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM mailed_tokens WHERE expires_at < $1', [before]);
  }
}
