import { Injectable } from '@nestjs/common';
import { IsNull, LessThan } from 'typeorm';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { Factors } from '../../application/ports/factors.js';
import type { Factor, TotpFactor } from '../../domain/factor.js';
import { CredentialRegisteredAlready } from '../../domain/mfa.errors.js';
import { type FactorRow, factorSchema } from './schemas.js';

const COLUMNS = `id, user_id AS "userId", type, name, secret_sealed AS "secretSealed", last_time_step AS "lastTimeStep",
  credential_id AS "credentialId", public_key AS "publicKey", sign_count AS "signCount", transports,
  created_at AS "createdAt", confirmed_at AS "confirmedAt", last_used_at AS "lastUsedAt"`;

/** Raw, because it is hot: every login and every page about one's own account asks it. */
const CONFIRMED: PreparedStatement = {
  name: 'mfa_factors_confirmed',
  text: `SELECT ${COLUMNS} FROM mfa_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL ORDER BY id`,
};

@Injectable()
export class TypeOrmFactors extends Factors {
  private readonly factors;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
    this.factors = session.repository(factorSchema);
  }

  async nextId(): Promise<number> {
    // Raw: TypeORM cannot read sequences.
    const [row] = await this.session.query<{ id: number }>(`SELECT nextval('mfa_factors_id_seq')::int AS id`);
    if (row === undefined) throw new Error('The sequence of factor ids answered nothing.');
    return row.id;
  }

  sealSecret(factorId: number, secret: string): string {
    return this.secretBox.seal(Buffer.from(secret, 'utf8'), contextOf(factorId));
  }

  secretOf(factor: TotpFactor): string {
    return this.secretBox.open(factor.secretSealed, contextOf(factor.id)).toString('utf8');
  }

  async add(factor: Factor): Promise<void> {
    const { id, userId, type, name, createdAt, confirmedAt } = factor;
    const proof =
      factor.type === 'totp'
        ? { secretSealed: factor.secretSealed, lastTimeStep: factor.lastTimeStep?.toString() ?? null }
        : {
            credentialId: factor.credentialId,
            publicKey: factor.publicKey,
            signCount: String(factor.signCount),
            transports: [...factor.transports],
          };
    try {
      await this.factors.insert({ id, userId, type, name, createdAt, confirmedAt, ...proof });
    } catch (error) {
      if (isUniqueViolation(error, 'mfa_factors_credential_unique')) throw new CredentialRegisteredAlready();
      throw error;
    }
  }

  async confirmedOf(userId: number): Promise<Factor[]> {
    return (await this.session.query<FactorRow & object>(CONFIRMED, [userId])).map(factorOf);
  }

  async lockConfirmed(userId: number): Promise<Factor[]> {
    const rows = await this.session.query<FactorRow & object>(`${CONFIRMED.text} FOR UPDATE`, [userId]);
    return rows.map(factorOf);
  }

  async find(id: number, userId: number): Promise<Factor | null> {
    const row = await this.factors.findOneBy({ id, userId });
    return row === null ? null : factorOf(row);
  }

  async confirm(id: number, at: Date, lastTimeStep: number): Promise<boolean> {
    const confirmed = { confirmedAt: at, lastTimeStep: String(lastTimeStep), lastUsedAt: at };
    return (await this.factors.update({ id }, confirmed)).affected === 1;
  }

  async used(id: number, use: { lastTimeStep: number } | { signCount: number }, at: Date): Promise<void> {
    const proved = 'lastTimeStep' in use ? { lastTimeStep: String(use.lastTimeStep) } : { signCount: String(use.signCount) };
    await this.factors.update({ id }, { lastUsedAt: at, ...proved });
  }

  async remove(id: number): Promise<void> {
    await this.factors.delete({ id });
  }

  async removeAll(userId: number): Promise<number> {
    // Raw: a repository does not answer what a delete returns.
    const rows = await this.session.query<{ isConfirmed: boolean }>(
      'DELETE FROM mfa_factors WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "isConfirmed"',
      [userId],
    );
    return rows.filter(({ isConfirmed }) => isConfirmed).length;
  }

  async removeUnconfirmed(userId: number): Promise<void> {
    await this.factors.delete({ userId, confirmedAt: IsNull() });
  }

  async purgeUnconfirmed(before: Date): Promise<number> {
    const { affected } = await this.factors.delete({ confirmedAt: IsNull(), createdAt: LessThan(before) });
    return affected ?? 0;
  }
}

function factorOf(row: FactorRow): Factor {
  const { id, userId, name, createdAt, confirmedAt, lastUsedAt } = row;
  const state = { id, userId, name, createdAt, confirmedAt, lastUsedAt };
  if (row.type === 'totp') {
    const lastTimeStep = row.lastTimeStep === null ? null : Number(row.lastTimeStep);
    return { ...state, type: 'totp', secretSealed: row.secretSealed, lastTimeStep };
  }
  const { credentialId, publicKey, transports } = row;
  const signCount = Number(row.signCount);
  return { ...state, type: 'webauthn', credentialId, publicKey, signCount, transports: transports ?? [] };
}

function contextOf(id: number): string {
  return `mfa_factors.secret_sealed:${id}`;
}
