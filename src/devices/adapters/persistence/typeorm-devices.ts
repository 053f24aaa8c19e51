import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Devices } from '../../application/ports/devices.js';
import type { Device } from '../../domain/device.js';
import { deviceSchema } from './schemas.js';

/** Raw, because it is hot: every login with a trusted device records its use. */
const SAVE: PreparedStatement = {
  name: 'devices_save',
  text: `INSERT INTO devices (id, user_id, family_id, name, status, trust_epoch, created_at, activated_at, expires_at, revoked_at, last_used_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (id) DO UPDATE SET family_id = $3, name = $4, status = $5, trust_epoch = $6, activated_at = $8, expires_at = $9,
                                        revoked_at = $10, last_used_at = $11`,
};
const LOCKED = { lock: { mode: 'pessimistic_write' } } as const;

@Injectable()
export class TypeOrmDevices extends Devices {
  private readonly devices;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.devices = session.repository(deviceSchema);
  }

  async nextId(): Promise<number> {
    // Raw: TypeORM cannot read sequences.
    const [row] = await this.session.query<{ id: number }>(`SELECT nextval('devices_id_seq')::int AS id`);
    if (row === undefined) throw new Error('The sequence of device ids answered nothing.');
    return row.id;
  }

  async save(device: Device): Promise<void> {
    await this.session.execute(SAVE, [
      ...[device.id, device.userId, device.familyId, device.name, device.status, device.trustEpoch, device.createdAt],
      ...[device.activatedAt, device.expiresAt, device.revokedAt, device.lastUsedAt],
    ]);
  }

  lock(id: number, userId: number): Promise<Device | null> {
    return this.devices.findOne({ where: { id, userId }, ...LOCKED });
  }

  lockOfFamily(familyId: string, userId: number): Promise<Device | null> {
    return this.devices.findOne({ where: { familyId, userId }, ...LOCKED });
  }

  lockTrustedOfFamily(familyId: string): Promise<Device[]> {
    return this.devices.find({ where: { familyId, status: 'trusted' }, order: { id: 'ASC' }, ...LOCKED });
  }

  async pageOf(userId: number, request: PageRequest): Promise<Page<Device>> {
    const [items, total] = await this.devices.findAndCount({
      where: { userId, activatedAt: Not(IsNull()) },
      order: { activatedAt: 'DESC', id: 'DESC' },
      take: request.limit,
      skip: offsetOf(request),
    });
    return { items, total };
  }

  async remove(id: number): Promise<void> {
    await this.devices.delete({ id });
  }

  async removeAll(userId: number): Promise<void> {
    // Raw: a repository does not answer what a delete returns.
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
      ...(await this.removed(`devices d WHERE d.status = 'trusted' AND d.expires_at IS NOT NULL AND d.expires_at < $1`, endedBefore)),
      ...(await this.removed(
        // A device whose trust has ended is no longer used: an index on the last use finds the few candidates.
        `devices d USING users u WHERE d.status = 'trusted' AND d.last_used_at < $1 AND u.id = d.user_id
            AND d.trust_epoch <> u.trust_epoch AND u.trust_ended_at < $1`,
        endedBefore,
      )),
    ];
    await this.removeOrphans(gone);
    return gone.length;
  }

  /** Raw: compares two tables. Only tokens of the families just touched: looking for orphans everywhere would read the whole table. */
  private async removeOrphans(familyIds: readonly (string | null)[]): Promise<void> {
    await this.session.execute(
      `DELETE FROM device_tokens t WHERE t.family_id = ANY($1::uuid[])
          AND NOT EXISTS (SELECT 1 FROM devices d WHERE d.family_id = t.family_id)`,
      [familyIds.filter((familyId) => familyId !== null)],
    );
  }

  /** Raw, as in `removeAll`: the delete must return its rows. One of the deletes also joins the accounts. */
  private async removed(from: string, before: Date): Promise<(string | null)[]> {
    const rows = await this.session.query<{ familyId: string | null }>(`DELETE FROM ${from} RETURNING d.family_id AS "familyId"`, [before]);
    return rows.map(({ familyId }) => familyId);
  }
}
