import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SigningKeys } from '../../application/ports/signing-keys.js';
import type { SigningKey } from '../../domain/signing-key.js';

/** Transaction-scoped: two instances that find no key at their first start must not both make the first one. */
const ROTATION_LOCK = 4_712_026_002;

@Injectable()
export class SqlSigningKeys extends SigningKeys {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  all(): Promise<SigningKey[]> {
    return this.session.query<SigningKey>(
      `SELECT kid, public_jwk AS "publicJwk", private_key_sealed AS "privateKeySealed", signs_from AS "signsFrom",
              accepted_until AS "acceptedUntil" FROM signing_keys ORDER BY signs_from`,
    );
  }

  async lockAll(): Promise<SigningKey[]> {
    await this.session.query('SELECT pg_advisory_xact_lock($1)', [ROTATION_LOCK]);
    return this.all();
  }

  async add(key: SigningKey): Promise<void> {
    await this.session.execute(
      'INSERT INTO signing_keys (kid, public_jwk, private_key_sealed, signs_from, accepted_until) VALUES ($1, $2, $3, $4, $5)',
      [key.kid, JSON.stringify(key.publicJwk), key.privateKeySealed, key.signsFrom, key.acceptedUntil],
    );
  }

  async acceptOthersUntil(kid: string, until: Date): Promise<void> {
    await this.session.execute(
      'UPDATE signing_keys SET accepted_until = $2 WHERE kid <> $1 AND accepted_until IS NULL',
      [kid, until],
    );
  }

  async removeAcceptedBefore(now: Date): Promise<void> {
    await this.session.execute('DELETE FROM signing_keys WHERE accepted_until < $1', [now]);
  }
}
