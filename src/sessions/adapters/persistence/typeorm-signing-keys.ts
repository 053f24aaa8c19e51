import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not } from 'typeorm';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SigningKeys } from '../../application/ports/access-tokens.js';
import type { SigningKey } from '../../domain/signing-key.js';
import { signingKeySchema } from './schemas.js';

/** Transaction-scoped: two instances that find no key at their first start must not both make the first one. */
const ROTATION_LOCK = 4_712_026_002;

@Injectable()
export class TypeOrmSigningKeys extends SigningKeys {
  private readonly keys;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.keys = session.repository(signingKeySchema);
  }

  all(): Promise<SigningKey[]> {
    return this.keys.find({ order: { signsFrom: 'ASC' } });
  }

  async lockAll(): Promise<SigningKey[]> {
    // Raw: TypeORM has no advisory locks.
    await this.session.query('SELECT pg_advisory_xact_lock($1)', [ROTATION_LOCK]);
    return this.all();
  }

  async add(key: SigningKey): Promise<void> {
    await this.keys.insert({ ...key });
  }

  async acceptOthersUntil(kid: string, until: Date): Promise<void> {
    await this.keys.update({ kid: Not(kid), acceptedUntil: IsNull() }, { acceptedUntil: until });
  }

  async removeAcceptedBefore(now: Date): Promise<void> {
    await this.keys.delete({ acceptedUntil: LessThan(now) });
  }
}
