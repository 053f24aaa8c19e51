import { EntitySchema } from 'typeorm';
import type { ColumnsOf } from '../../../platform/database/columns-of.js';
import { Activation } from '../../domain/activation.js';
import { Device } from '../../domain/device.js';

export const deviceSchema = new EntitySchema<Device>({
  name: 'Device',
  target: Device,
  tableName: 'devices',
  columns: {
    id: { type: 'integer', primary: true },
    userId: { name: 'user_id', type: 'integer' },
    familyId: { name: 'family_id', type: 'uuid', nullable: true },
    name: { type: 'text' },
    status: { type: 'text' },
    trustEpoch: { name: 'trust_epoch', type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    activatedAt: { name: 'activated_at', type: 'timestamptz', nullable: true },
    expiresAt: { name: 'expires_at', type: 'timestamptz', nullable: true },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', nullable: true },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', nullable: true },
  } satisfies ColumnsOf<Device>,
});

export const activationSchema = new EntitySchema<Activation>({
  name: 'Activation',
  target: Activation,
  tableName: 'device_activations',
  columns: {
    tokenHash: { name: 'token_hash', type: 'bytea', primary: true },
    deviceId: { name: 'device_id', type: 'integer', nullable: true },
    userId: { name: 'user_id', type: 'integer' },
    sessionId: { name: 'session_id', type: 'integer' },
    deviceTokenHash: { name: 'device_token_hash', type: 'bytea', nullable: true },
    trustEpoch: { name: 'trust_epoch', type: 'integer' },
    status: { type: 'text' },
    misuses: { type: 'integer', default: 0 },
    expiresAt: { name: 'expires_at', type: 'timestamptz' },
  } satisfies Omit<ColumnsOf<Activation>, 'offeredAt'>,
});
