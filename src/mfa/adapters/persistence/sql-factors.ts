import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { Factors } from '../../application/ports/factors.js';
import type { Factor, TotpFactor } from '../../domain/factor.js';
import { CredentialRegisteredAlready } from '../../domain/mfa.errors.js';

interface Row {
  readonly id: number;
  readonly userId: number;
  readonly type: 'totp' | 'webauthn';
  readonly name: string;
  readonly secretSealed: string;
  readonly lastTimeStep: string | null;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly signCount: string;
  readonly transports: string[] | null;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

const COLUMNS = `id, user_id AS "userId", type, name, secret_sealed AS "secretSealed", last_time_step AS "lastTimeStep",
  credential_id AS "credentialId", public_key AS "publicKey", sign_count AS "signCount", transports,
  created_at AS "createdAt", confirmed_at AS "confirmedAt", last_used_at AS "lastUsedAt"`;

/** Prepared, for every login and every look at oneself asks it. */
const CONFIRMED: PreparedStatement = {
  name: 'mfa_factors_confirmed',
  text: `SELECT ${COLUMNS} FROM mfa_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL ORDER BY id`,
};

@Injectable()
export class SqlFactors extends Factors {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async nextId(): Promise<number> {
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
    const isTotp = factor.type === 'totp';
    try {
      await this.session.execute(
        `INSERT INTO mfa_factors (id, user_id, type, name, created_at, confirmed_at, secret_sealed, last_time_step,
                                  credential_id, public_key, sign_count, transports)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          ...[id, userId, type, name, createdAt, confirmedAt],
          ...(isTotp ? [factor.secretSealed, factor.lastTimeStep] : [null, null]),
          ...(isTotp
            ? [null, null, null, null]
            : [factor.credentialId, factor.publicKey, factor.signCount, factor.transports]),
        ],
      );
    } catch (error) {
      if (isUniqueViolation(error, 'mfa_factors_credential_unique')) throw new CredentialRegisteredAlready();
      throw error;
    }
  }

  async confirmedOf(userId: number): Promise<Factor[]> {
    return (await this.session.query<Row>(CONFIRMED, [userId])).map(factorOf);
  }

  async lockConfirmed(userId: number): Promise<Factor[]> {
    const rows = await this.session.query<Row>(`${CONFIRMED.text} FOR UPDATE`, [userId]);
    return rows.map(factorOf);
  }

  async find(id: number, userId: number): Promise<Factor | null> {
    const [row] = await this.session.query<Row>(`SELECT ${COLUMNS} FROM mfa_factors WHERE id = $1 AND user_id = $2`, [
      id,
      userId,
    ]);
    return row === undefined ? null : factorOf(row);
  }

  async confirm(id: number, at: Date, lastTimeStep: number): Promise<boolean> {
    const confirmed = await this.session.execute(
      'UPDATE mfa_factors SET confirmed_at = $2, last_time_step = $3, last_used_at = $2 WHERE id = $1',
      [id, at, lastTimeStep],
    );
    return confirmed === 1;
  }

  async used(id: number, use: { lastTimeStep: number } | { signCount: number }, at: Date): Promise<void> {
    const [column, value] =
      'lastTimeStep' in use ? ['last_time_step', use.lastTimeStep] : ['sign_count', use.signCount];
    await this.session.execute(`UPDATE mfa_factors SET last_used_at = $2, ${column} = $3 WHERE id = $1`, [
      id,
      at,
      value,
    ]);
  }

  async remove(id: number): Promise<void> {
    await this.session.execute('DELETE FROM mfa_factors WHERE id = $1', [id]);
  }

  async removeAll(userId: number): Promise<number> {
    const rows = await this.session.query<{ isConfirmed: boolean }>(
      'DELETE FROM mfa_factors WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "isConfirmed"',
      [userId],
    );
    return rows.filter(({ isConfirmed }) => isConfirmed).length;
  }

  async removeUnconfirmed(userId: number): Promise<void> {
    await this.session.execute('DELETE FROM mfa_factors WHERE user_id = $1 AND confirmed_at IS NULL', [userId]);
  }

  purgeUnconfirmed(before: Date): Promise<number> {
    return this.session.execute('DELETE FROM mfa_factors WHERE confirmed_at IS NULL AND created_at < $1', [before]);
  }
}

function factorOf(row: Row): Factor {
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
