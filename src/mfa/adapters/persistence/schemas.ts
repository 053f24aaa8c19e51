import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import { Challenge } from '../../domain/challenge.js';

export const challengeSchema = new EntitySchema<Challenge>({
  name: 'Challenge',
  target: Challenge,
  tableName: 'mfa_challenges',
  columns: {
    tokenHash: { name: 'token_hash', type: 'bytea', primary: true },
    userId: { name: 'user_id', type: 'integer' },
    trustEpoch: { name: 'trust_epoch', type: 'integer' },
    deviceTokenHash: { name: 'device_token_hash', type: 'bytea', nullable: true },
    deviceTokenIsNew: { name: 'device_token_is_new', type: 'boolean' },
    webauthnChallenge: { name: 'webauthn_challenge', type: 'text', nullable: true },
    failures: { type: 'integer', default: 0 },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    endedAt: { name: 'ended_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<Challenge>,
});

interface RecoveryCode {
  readonly userId: number;
  readonly codeHash: Uint8Array;
  readonly usedAt: Date | null;
}

export const recoveryCodeSchema = new EntitySchema<RecoveryCode>({
  name: 'mfa_recovery_codes',
  tableName: 'mfa_recovery_codes',
  columns: {
    userId: { name: 'user_id', type: 'integer', primary: true },
    codeHash: { name: 'code_hash', type: 'bytea', primary: true },
    usedAt: { name: 'used_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<RecoveryCode>,
});

/** Factors of either type; the columns of the other type stay empty. PostgreSQL's driver answers a bigint as text. */
export interface FactorRow {
  readonly id: number;
  readonly userId: number;
  readonly type: 'totp' | 'webauthn';
  readonly name: string;
  readonly secretSealed: string;
  readonly lastTimeStep: string | null;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly signCount: string;
  readonly transports: readonly string[] | null;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export const factorSchema = new EntitySchema<FactorRow>({
  name: 'mfa_factors',
  tableName: 'mfa_factors',
  columns: {
    id: { type: 'integer', primary: true },
    userId: { name: 'user_id', type: 'integer' },
    type: { type: 'text' },
    name: { type: 'text' },
    secretSealed: { name: 'secret_sealed', type: 'text', nullable: true },
    lastTimeStep: { name: 'last_time_step', type: 'bigint', nullable: true },
    credentialId: { name: 'credential_id', type: 'text', nullable: true },
    publicKey: { name: 'public_key', type: 'bytea', nullable: true },
    signCount: { name: 'sign_count', type: 'bigint', nullable: true },
    transports: { type: 'text', array: true, nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    confirmedAt: { name: 'confirmed_at', type: 'timestamptz', nullable: true },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<FactorRow>,
});
