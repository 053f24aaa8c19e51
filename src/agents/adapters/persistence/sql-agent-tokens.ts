import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { AgentTokens, type KeptCode, type KeptToken, type NewCode, type NewToken } from '../../application/ports/agent-tokens.js';

const TOKEN = `SELECT t.access_key_id AS "keyId", k.client_id AS "clientId", t.expires_at AS "expiresAt", t.spent_at AS "spentAt"
  FROM agent_tokens t JOIN access_keys k ON k.id = t.access_key_id WHERE t.token_hash = $1 AND t.kind = $2`;

/**
 * Raw: grants are locked by what their clients show. They are locked before their codes and tokens, as by whoever deletes them, so that
 * no two wait for each other; what is read afterwards is what the request before has left.
 */
@Injectable()
export class SqlAgentTokens extends AgentTokens {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async addCode({ hash, keyId, redirectUri, codeChallenge, expiresAt, grantExpiresAt }: NewCode): Promise<void> {
    await this.session.execute(
      `INSERT INTO agent_codes (code_hash, access_key_id, redirect_uri, code_challenge, expires_at, grant_expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [hash, keyId, redirectUri, codeChallenge, expiresAt, grantExpiresAt],
    );
  }

  async spendCode(hash: Uint8Array, at: Date): Promise<KeptCode | null> {
    await this.lockGrant('SELECT access_key_id FROM agent_codes WHERE code_hash = $1', [hash]);
    const [found] = await this.session.query<KeptCode & object>(
      `SELECT c.access_key_id AS "keyId", k.client_id AS "clientId", c.redirect_uri AS "redirectUri", c.code_challenge AS "codeChallenge",
              c.expires_at AS "expiresAt", c.grant_expires_at AS "grantExpiresAt", c.spent_at AS "spentAt"
         FROM agent_codes c JOIN access_keys k ON k.id = c.access_key_id WHERE c.code_hash = $1`,
      [hash],
    );
    if (found === undefined) return null;
    await this.session.execute('UPDATE agent_codes SET spent_at = $2 WHERE code_hash = $1 AND spent_at IS NULL', [hash, at]);
    return found;
  }

  async add(tokens: readonly NewToken[]): Promise<void> {
    for (const { hash, kind, keyId, expiresAt } of tokens)
      await this.session.execute('INSERT INTO agent_tokens (token_hash, access_key_id, kind, expires_at) VALUES ($1, $2, $3, $4)', [
        ...[hash, keyId, kind, expiresAt],
      ]);
  }

  async find(kind: 'access' | 'refresh', hash: Uint8Array): Promise<KeptToken | null> {
    return (await this.session.query<KeptToken & object>(TOKEN, [hash, kind]))[0] ?? null;
  }

  async lock(kind: 'access' | 'refresh', hash: Uint8Array): Promise<KeptToken | null> {
    await this.lockGrant('SELECT access_key_id FROM agent_tokens WHERE token_hash = $1 AND kind = $2', [hash, kind]);
    return this.find(kind, hash);
  }

  async spend(hash: Uint8Array, at: Date): Promise<void> {
    await this.session.execute('UPDATE agent_tokens SET spent_at = $2 WHERE token_hash = $1', [hash, at]);
  }

  async remove(hash: Uint8Array): Promise<void> {
    await this.session.execute('DELETE FROM agent_tokens WHERE token_hash = $1', [hash]);
  }

  async extendGrant(keyId: number, expiresAt: Date): Promise<void> {
    await this.session.execute('UPDATE access_keys SET expires_at = $2 WHERE id = $1', [keyId, expiresAt]);
  }

  purge(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM agent_tokens WHERE expires_at <= $1', [before]);
  }

  private async lockGrant(idOfGrant: string, values: readonly unknown[]): Promise<void> {
    await this.session.execute(`SELECT FROM access_keys WHERE id = (${idOfGrant}) FOR NO KEY UPDATE`, values);
  }
}
