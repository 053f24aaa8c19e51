import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import type { ClaimedDomain } from '../../domain/claimed-domain.js';
import type { ConnectionTest } from '../../domain/connection-test.js';

/** Columns that are not selected are compared and written, but never read. */
type StoredTest = ConnectionTest & { readonly ticketHash: Uint8Array };

export const connectionTestSchema = new EntitySchema<StoredTest>({
  name: 'sso_tests',
  tableName: 'sso_tests',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    connectionId: { name: 'connection_id', type: 'integer' },
    configurationVersion: { name: 'configuration_version', type: 'integer' },
    startedBy: { name: 'started_by', type: 'integer' },
    ticketHash: { name: 'ticket_hash', type: 'bytea', select: false },
    status: { type: 'text' },
    steps: { type: 'jsonb' },
    outcome: { type: 'jsonb', nullable: true },
    startedAt: { name: 'started_at', type: 'timestamptz' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    finishedAt: { name: 'finished_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<StoredTest>,
});

interface StoredCode {
  readonly codeHash: Uint8Array;
  readonly identityId: number;
  readonly trustEpoch: number;
  readonly codeChallenge: string | null;
  readonly sealed: string;
  readonly expiresAt: Date;
  readonly spentAt: Date | null;
  readonly stepUpSessionId: number | null;
}

export const loginCodeSchema = new EntitySchema<StoredCode>({
  name: 'sso_codes',
  tableName: 'sso_codes',
  columns: {
    codeHash: { name: 'code_hash', type: 'bytea', primary: true },
    identityId: { name: 'identity_id', type: 'integer' },
    trustEpoch: { name: 'trust_epoch', type: 'integer' },
    codeChallenge: { name: 'code_challenge', type: 'text', nullable: true },
    sealed: { name: 'login_sealed', type: 'text' },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
    spentAt: { name: 'spent_at', type: 'timestamptz', nullable: true, select: false },
    stepUpSessionId: { name: 'step_up_session_id', type: 'integer', nullable: true },
  } satisfies ColumnsOf<StoredCode>,
});

type StoredDomain = ClaimedDomain & { readonly conflictToldAt: Date | null };

export const claimedDomainSchema = new EntitySchema<StoredDomain>({
  name: 'sso_domains',
  tableName: 'sso_domains',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    organizationId: { name: 'organization_id', type: 'integer' },
    domain: { type: 'text' },
    challenge: { type: 'text' },
    status: { type: 'text' },
    connectionId: { name: 'connection_id', type: 'integer', nullable: true },
    verifiedAt: { name: 'verified_at', type: 'timestamptz', nullable: true },
    checkedAt: { name: 'checked_at', type: 'timestamptz', nullable: true },
    misses: { type: 'integer', default: 0 },
    conflictToldAt: { name: 'conflict_told_at', type: 'timestamptz', nullable: true, select: false },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  } satisfies ColumnsOf<StoredDomain>,
});
