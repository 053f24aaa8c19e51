import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Devices } from '../../application/ports/devices.js';
import { Device } from '../../domain/device.js';

export type DeviceRow = Parameters<typeof Device.of>[0];

export const DEVICE_COLUMNS = `d.id, d.user_id AS "userId", d.family_id AS "familyId", d.name, d.status,
  d.trust_epoch AS "trustEpoch", d.created_at AS "createdAt", d.activated_at AS "activatedAt",
  d.expires_at AS "expiresAt", d.revoked_at AS "revokedAt", d.last_used_at AS "lastUsedAt"`;

@Injectable()
export class SqlDevices extends Devices {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async nextId(): Promise<number> {
    const [row] = await this.session.query<{ id: number }>(`SELECT nextval('devices_id_seq')::int AS id`);
    if (row === undefined) throw new Error('The sequence of device ids answered nothing.');
    return row.id;
  }

  async save(device: Device): Promise<void> {
    await this.session.execute(
      `INSERT INTO devices (id, user_id, family_id, name, status, trust_epoch, created_at, activated_at, expires_at,
                            revoked_at, last_used_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (id) DO UPDATE SET family_id = $3, name = $4, status = $5, trust_epoch = $6, activated_at = $8,
                            expires_at = $9, revoked_at = $10, last_used_at = $11`,
      [
        ...[device.id, device.userId, device.familyId, device.name, device.status, device.trustEpoch, device.createdAt],
        ...[device.activatedAt, device.expiresAt, device.revokedAt, device.lastUsedAt],
      ],
    );
  }

  lock(id: number, userId: number): Promise<Device | null> {
    return this.one('d.id = $1 AND d.user_id = $2 FOR UPDATE', [id, userId]);
  }

  lockOfFamily(familyId: string, userId: number): Promise<Device | null> {
    return this.one('d.family_id = $1 AND d.user_id = $2 FOR UPDATE', [familyId, userId]);
  }

  async lockTrustedOfFamily(familyId: string): Promise<Device[]> {
    const rows = await this.session.query<DeviceRow>(
      `SELECT ${DEVICE_COLUMNS} FROM devices d WHERE d.family_id = $1 AND d.status = 'trusted' ORDER BY d.id FOR UPDATE`,
      [familyId],
    );
    return rows.map((row) => Device.of(row));
  }

  async pageOf(userId: number, request: PageRequest): Promise<Page<Device>> {
    const rows = await this.session.query<DeviceRow>(
      `SELECT ${DEVICE_COLUMNS} FROM devices d WHERE d.user_id = $1 AND d.activated_at IS NOT NULL
        ORDER BY d.activated_at DESC, d.id DESC LIMIT $2 OFFSET $3`,
      [userId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM devices d WHERE d.user_id = $1 AND d.activated_at IS NOT NULL',
      [userId],
    );
    return { items: rows.map((row) => Device.of(row)), total: counted?.total ?? 0 };
  }

  async remove(id: number): Promise<void> {
    await this.session.execute('DELETE FROM devices WHERE id = $1', [id]);
  }

  async removeAll(userId: number): Promise<void> {
    const rows = await this.session.query<{ familyId: string | null }>(
      'DELETE FROM devices WHERE user_id = $1 RETURNING family_id AS "familyId"',
      [userId],
    );
    await this.removeOrphans(rows.map(({ familyId }) => familyId));
  }

  async purge(pendingBefore: Date, endedBefore: Date): Promise<number> {
    const gone = [
      ...(await this.removed(`devices d WHERE d.status = 'pending' AND d.created_at < $1`, pendingBefore)),
      ...(await this.removed(`devices d WHERE d.status = 'revoked' AND d.revoked_at < $1`, endedBefore)),
      ...(await this.removed(
        `devices d WHERE d.status = 'trusted' AND d.expires_at IS NOT NULL AND d.expires_at < $1`,
        endedBefore,
      )),
      ...(await this.removed(
        // What trust ended for is not used any more: the last use leads to the few that may be meant, by an index.
        `devices d USING users u WHERE d.status = 'trusted' AND d.last_used_at < $1 AND u.id = d.user_id
            AND d.trust_epoch <> u.trust_epoch AND u.trust_ended_at < $1`,
        endedBefore,
      )),
    ];
    await this.removeOrphans(gone);
    return gone.length;
  }

  /** Tokens of the families just touched and of no others: looking for orphans everywhere would read the whole table. */
  private async removeOrphans(familyIds: readonly (string | null)[]): Promise<void> {
    await this.session.execute(
      `DELETE FROM device_tokens t WHERE t.family_id = ANY($1::uuid[])
          AND NOT EXISTS (SELECT 1 FROM devices d WHERE d.family_id = t.family_id)`,
      [familyIds.filter((familyId) => familyId !== null)],
    );
  }

  private async removed(from: string, before: Date): Promise<(string | null)[]> {
    const rows = await this.session.query<{ familyId: string | null }>(
      `DELETE FROM ${from} RETURNING d.family_id AS "familyId"`,
      [before],
    );
    return rows.map(({ familyId }) => familyId);
  }

  private async one(condition: string, values: readonly unknown[]): Promise<Device | null> {
    const [row] = await this.session.query<DeviceRow>(
      `SELECT ${DEVICE_COLUMNS} FROM devices d WHERE ${condition}`,
      values,
    );
    return row === undefined ? null : Device.of(row);
  }
}
