import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../shared/ports/secret-box.js';
import { TypeOrmSession } from '../database/typeorm-session.js';

type SecretName =
  | 'password_pepper'
  | 'device_token_succession'
  | 'audit_chain'
  | 'icon_links'
  | 'attempt_throttles'
  | 'idempotency_keys'
  | 'data_policy_hashes'
  | 'agent_token_succession';

/**
 * Secrets that the installation makes for itself, 32 bytes each. Random and sealed, not derived from the master key: a
 * rotation of the master key seals them again, and what was computed with them stays valid.
 */
@Injectable()
export class ApplicationSecrets {
  private readonly loaded = new Map<string, Promise<Buffer>>();

  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {}

  value(name: SecretName): Promise<Buffer> {
    const known = this.loaded.get(name);
    if (known !== undefined) return known;
    const loading = this.load(name).catch((error: unknown) => {
      this.loaded.delete(name);
      throw error;
    });
    this.loaded.set(name, loading);
    return loading;
  }

  private async load(name: SecretName): Promise<Buffer> {
    const context = `application_secrets.value_sealed:${name}`;
    const sealed = this.secretBox.seal(randomBytes(32), context);
    // Raw: when two instances start for the first time, one inserts and both read the result.
    await this.session.execute('INSERT INTO application_secrets (name, value_sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
      name,
      sealed,
    ]);
    // Raw: the table has no entity, and needs none for its one row a name.
    const [row] = await this.session.query<{ value_sealed: string }>('SELECT value_sealed FROM application_secrets WHERE name = $1', [
      name,
    ]);
    if (row === undefined) throw new Error(`The secret ${name} is missing.`);
    return this.secretBox.open(row.value_sealed, context);
  }
}
