import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { Resources } from '../../application/ports/resources.js';
import { UserLinks } from '../../application/ports/user-links.js';
import type { DirectoryNames } from '../../domain/leaver.js';
import type { Resource } from '../../domain/resource.js';
import type { ResourceKeys } from '../../domain/resource-keys.js';
import { REMEMBERED, RESOURCE_COLUMNS } from './sql-resources.js';

/** The first version of a user that we made is as it was made; every change by a client makes another. */
const IS_CLAIMED = '(NOT is_inferred OR version > 1)';

/** Members in `m` whom a client of their organization manages, at the time $1, by the user in `r`. */
const MANAGED = `FROM organization_members m
         JOIN scim_resources r ON r.organization_id = m.organization_id AND r.user_id = m.user_id
        WHERE ${IS_CLAIMED}
          AND EXISTS (SELECT 1 FROM scim_tokens t WHERE t.organization_id = m.organization_id AND t.revoked_at IS NULL
                         AND (t.expires_at IS NULL OR t.expires_at > $1))`;

/** Raw, because it is hot: each change of a person by a directory asks it, and so does each join. */
@Injectable()
export class SqlUserLinks extends UserLinks {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly resources: Resources,
  ) {
    super();
  }

  async addInferred(resource: Resource, keys: ResourceKeys): Promise<void> {
    await this.resources.add(resource, keys);
    await this.session.execute('UPDATE scim_resources SET is_inferred = true WHERE organization_id = $1 AND id = $2', [
      resource.organizationId,
      resource.id,
    ]);
  }

  async lockOfAccount(organizationId: number, userId: number): Promise<{ resource: Resource; isClaimed: boolean } | null> {
    const [row] = await this.session.query<Resource & { isClaimed: boolean }>(
      `SELECT ${RESOURCE_COLUMNS}, ${IS_CLAIMED} AS "isClaimed" FROM scim_resources
        WHERE organization_id = $1 AND user_id = $2 FOR NO KEY UPDATE`,
      [organizationId, userId],
    );
    if (row === undefined) return null;
    const { isClaimed, ...resource } = row;
    return { resource, isClaimed };
  }

  lockInferred(userId: number): Promise<readonly Resource[]> {
    return this.session.query<Resource>(
      `SELECT ${RESOURCE_COLUMNS} FROM scim_resources
        WHERE (organization_id, user_id) IN (SELECT m.organization_id, m.user_id FROM organization_members m WHERE m.user_id = $1)
          AND NOT ${IS_CLAIMED} ORDER BY organization_id FOR NO KEY UPDATE`,
      [userId],
    );
  }

  async managerOf(userId: number, now: Date): Promise<number | null> {
    const [row] = await this.session.query<{ id: number }>(
      `SELECT r.organization_id AS id ${MANAGED} AND m.user_id = $2 ORDER BY 1 LIMIT 1`,
      [now, userId],
    );
    return row?.id ?? null;
  }

  async isManaged(organizationId: number, userId: number, now: Date): Promise<boolean> {
    const rows = await this.session.query(`SELECT 1 ${MANAGED} AND m.user_id = $2 AND m.organization_id = $3`, [
      now,
      userId,
      organizationId,
    ]);
    return rows.length > 0;
  }

  async await(organizationId: number, id: string, emailKey: string | null): Promise<void> {
    await this.session.execute(
      `UPDATE scim_resources SET awaited_address = $3
        WHERE organization_id = $1 AND id = $2 AND awaited_address IS DISTINCT FROM $3`,
      [organizationId, id, emailKey],
    );
  }

  async waitFor(organizationId: number, id: string, holder: { userId: number; tokenId: number } | null): Promise<void> {
    await this.session.execute(
      `UPDATE scim_resources SET waits_for_user = $3, waits_since_token = $4
        WHERE organization_id = $1 AND id = $2 AND waits_for_user IS DISTINCT FROM $3`,
      [organizationId, id, holder?.userId ?? null, holder?.tokenId ?? null],
    );
  }

  async lockWaiting(organizationId: number, userId: number): Promise<{ resource: Resource; tokenId: number } | null> {
    const [row] = await this.session.query<Resource & { tokenId: number }>(
      `SELECT ${RESOURCE_COLUMNS}, waits_since_token AS "tokenId" FROM scim_resources
        WHERE organization_id = $1 AND waits_for_user = $2 AND attributes ->> 'active' IS DISTINCT FROM 'false'
        ORDER BY number LIMIT 1 FOR NO KEY UPDATE`,
      [organizationId, userId],
    );
    if (row === undefined) return null;
    const { tokenId, ...resource } = row;
    return { resource, tokenId };
  }

  async passOn(organizationId: number, from: number, to: number): Promise<void> {
    await this.session.execute('UPDATE scim_resources SET waits_for_user = $3 WHERE organization_id = $1 AND waits_for_user = $2', [
      organizationId,
      from,
      to,
    ]);
  }

  async leaver(organizationId: number, userId: number): Promise<DirectoryNames | null> {
    const [row] = await this.session.query<DirectoryNames & object>(
      'SELECT external_id AS "externalId", names FROM scim_departures WHERE organization_id = $1 AND user_id = $2',
      [organizationId, userId],
    );
    return row ?? null;
  }

  async part(organizationId: number, id: string, userId: number): Promise<void> {
    await this.session.execute(
      `WITH gone AS (UPDATE scim_resources SET user_id = NULL WHERE organization_id = $1 AND id = $2 AND user_id = $3
                     RETURNING $3::integer AS user_id, external_id, name_key, search)
       ${REMEMBERED}`,
      [organizationId, id, userId],
    );
  }

  async awaitedBy(organizationId: number, id: string): Promise<string | null> {
    const [row] = await this.session.query<{ address: string | null }>(
      'SELECT awaited_address AS address FROM scim_resources WHERE organization_id = $1 AND id = $2',
      [organizationId, id],
    );
    return row?.address ?? null;
  }

  async lockAwaiting(organizationId: number, emailKey: string): Promise<Resource | null> {
    const [row] = await this.session.query<Resource>(
      `SELECT ${RESOURCE_COLUMNS} FROM scim_resources WHERE organization_id = $1 AND awaited_address = $2
        ORDER BY number LIMIT 1 FOR NO KEY UPDATE`,
      [organizationId, emailKey],
    );
    return row ?? null;
  }

  async isAwaited(organizationId: number, emailKey: string): Promise<boolean> {
    const rows = await this.session.query(
      `SELECT 1 FROM scim_resources WHERE organization_id = $1 AND awaited_address = $2
          AND attributes ->> 'active' IS DISTINCT FROM 'false' LIMIT 1`,
      [organizationId, emailKey],
    );
    return rows.length > 0;
  }
}
