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
