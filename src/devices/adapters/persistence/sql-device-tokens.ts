import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { DeviceTokens, type TokenHolder } from '../../application/ports/devices.js';
import { Device } from '../../domain/device.js';

type DeviceRow = Parameters<typeof Device.of>[0];

const DEVICE_COLUMNS = `d.id, d.user_id AS "userId", d.family_id AS "familyId", d.name, d.status,
  d.trust_epoch AS "trustEpoch", d.created_at AS "createdAt", d.activated_at AS "activatedAt",
  d.expires_at AS "expiresAt", d.revoked_at AS "revokedAt", d.last_used_at AS "lastUsedAt"`;

/** Uses two unique indexes, however many devices there are: the token names the family; family and user name the device. */
const HOLDER: PreparedStatement = {
  name: 'device_tokens_holder',
  text: `SELECT t.replaced_at AS "replacedAt", ${DEVICE_COLUMNS}
           FROM device_tokens t JOIN devices d ON d.family_id = t.family_id AND d.user_id = $2
          WHERE t.token_hash = $1`,
};
const LOCK_HOLDER: PreparedStatement = { name: 'device_tokens_lock_holder', text: `${HOLDER.text} FOR UPDATE` };
const FIND: PreparedStatement = {
  name: 'device_tokens_find',
  text: 'SELECT family_id AS "familyId", replaced_at AS "replacedAt" FROM device_tokens WHERE token_hash = $1',
};
const CLAIM: PreparedStatement = {
  name: 'device_tokens_claim',
  text: 'INSERT INTO device_tokens (token_hash, family_id) VALUES ($1, $2) ON CONFLICT (token_hash) DO NOTHING',
};
const REPLACE: PreparedStatement = {
  name: 'device_tokens_replace',
  text: 'UPDATE device_tokens SET replaced_at = $2 WHERE token_hash = $1',
};

/** Raw: every login with a device asks most of it. */
@Injectable()
export class SqlDeviceTokens extends DeviceTokens {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  holder(tokenHash: Uint8Array, userId: number): Promise<TokenHolder | null> {
    return this.held(HOLDER, tokenHash, userId);
  }

  lockHolder(tokenHash: Uint8Array, userId: number): Promise<TokenHolder | null> {
    return this.held(LOCK_HOLDER, tokenHash, userId);
  }

  async find(tokenHash: Uint8Array): Promise<{ familyId: string; replacedAt: Date | null } | null> {
    const [row] = await this.session.query<{ familyId: string; replacedAt: Date | null }>(FIND, [tokenHash]);
    return row ?? null;
  }

  async claim(tokenHash: Uint8Array, familyId: string): Promise<string> {
    if ((await this.session.execute(CLAIM, [tokenHash, familyId])) === 1) return familyId;
    // A statement of its own: it sees what another transaction committed while the insert waited for it.
    return (await this.find(tokenHash))?.familyId ?? familyId;
  }

  newFamilyId(): string {
    return randomUUID();
  }

  async replace(tokenHash: Uint8Array, at: Date): Promise<void> {
    await this.session.execute(REPLACE, [tokenHash, at]);
  }

  purge(replacedBefore: Date): Promise<number> {
    return this.session.execute('DELETE FROM device_tokens WHERE replaced_at IS NOT NULL AND replaced_at < $1', [replacedBefore]);
  }

  private async held(sql: PreparedStatement, tokenHash: Uint8Array, userId: number): Promise<TokenHolder | null> {
    const [row] = await this.session.query<DeviceRow & { replacedAt: Date | null }>(sql, [tokenHash, userId]);
    if (row === undefined) return null;
    const { replacedAt, ...device } = row;
    return { device: Device.of(device), replacedAt };
  }
}
