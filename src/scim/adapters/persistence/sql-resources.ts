import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { ConcurrentChange } from '../../../shared/domain-error.js';
import { lookOf } from '../../../shared/look-of-name.js';
import { Clock } from '../../../shared/ports/clock.js';
import { Resources } from '../../application/ports/resources.js';
import type { Resource } from '../../domain/resource.js';
import { isResourceId } from './resource-id.js';
import { GROUPS } from './sql-resource-relations.js';
import type { ResourceTypeName } from '../../../engines/scim-protocol/schema/resource-type.js';
import type { ResourceKeys } from '../../domain/resource-keys.js';
import { folded } from '../../../engines/scim-protocol/schema/folded.js';
import { NotUnique } from '../../../engines/scim-protocol/scim.errors.js';

/** The columns of `Resource`. */
export const RESOURCE_COLUMNS = `id, organization_id AS "organizationId", type, user_id AS "userId", attributes, version,
  is_inferred AS "isInferred",
  created_at AS "createdAt", last_modified_at AS "lastModifiedAt"`;

const FIND: PreparedStatement = {
  name: 'scim_resources_find',
  text: `SELECT ${RESOURCE_COLUMNS} FROM scim_resources WHERE organization_id = $1 AND id = $2 AND type = $3`,
};

const FIND_USER_SHOWN: PreparedStatement = {
  name: 'scim_resources_find_user_shown',
  text: `SELECT ${RESOURCE_COLUMNS}, ${GROUPS} FROM scim_resources WHERE organization_id = $1 AND id = $2 AND type = $3`,
};

const LOCK: PreparedStatement = { name: 'scim_resources_lock', text: `${FIND.text} FOR NO KEY UPDATE` };

const ADD: PreparedStatement = {
  name: 'scim_resources_add',
  text: `INSERT INTO scim_resources (id, organization_id, type, user_id, name_key, external_id, attributes, search, version,
                                     created_at, last_modified_at, address_key, name_address_key, look_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
};

// What `search` says in the same words is kept where it lies, even outside of the row: then no index is written for `active`.
const SAVE: PreparedStatement = {
  name: 'scim_resources_save',
  text: `UPDATE scim_resources SET user_id = $3, name_key = $4, external_id = $5, attributes = $6,
                search = CASE WHEN search = $7 THEN search ELSE $7 END, version = $8, last_modified_at = $9, address_key = $10, name_address_key = $11,
                look_key = CASE WHEN name_key = $4 THEN look_key ELSE $12 END
          WHERE organization_id = $1 AND id = $2`,
};

/** The groups of a user do not change with it. */
const SAVE_SHOWN: PreparedStatement = {
  name: 'scim_resources_save_shown',
  text: `${SAVE.text} AND version = $8 - 1 RETURNING ${GROUPS}`,
};

const TOUCH: PreparedStatement = {
  name: 'scim_resources_touch',
  text: 'UPDATE scim_resources SET version = version + 1, last_modified_at = $3 WHERE organization_id = $1 AND id = $2',
};

/** Remembers with the same statement how the directory named a person who had an account: see `isReturning`. Reads `gone`. */
export const REMEMBERED = `INSERT INTO scim_departures (organization_id, user_id, external_id, names)
         SELECT $1, user_id, external_id,
                jsonb_strip_nulls(jsonb_build_object('userName', name_key, 'name', search -> 'name',
                                                     'displayName', search -> 'displayname'))
           FROM gone WHERE user_id IS NOT NULL
         ON CONFLICT (organization_id, user_id) DO UPDATE SET external_id = excluded.external_id, names = excluded.names`;

const REMOVE: PreparedStatement = {
  name: 'scim_resources_remove',
  text: `WITH gone AS (DELETE FROM scim_resources WHERE organization_id = $1 AND id = $2
                      RETURNING user_id, external_id, name_key, search)
         ${REMEMBERED}`,
};

/** Raw, because it is hot: every request of a directory asks it. */
@Injectable()
export class SqlResources extends Resources {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(resource: Resource, keys: ResourceKeys): Promise<void> {
    const { id, organizationId, type, userId, attributes, version, createdAt, lastModifiedAt } = resource;
    await refusingDoubles(type, () =>
      this.session.execute(ADD, [
        id,
        organizationId,
        type,
        userId,
        keys.nameKey,
        keys.externalId,
        JSON.stringify(attributes),
        JSON.stringify(keys.search),
        version,
        createdAt,
        lastModifiedAt,
        keys.addressKey,
        keys.nameAddressKey,
        keys.lookKey,
      ]),
    );
  }

  find(organizationId: number, type: ResourceTypeName, id: string): Promise<Resource | null> {
    return this.one(FIND, organizationId, type, id);
  }

  findShown(organizationId: number, type: ResourceTypeName, id: string): Promise<Resource | null> {
    return this.one(type === 'User' ? FIND_USER_SHOWN : FIND, organizationId, type, id);
  }

  lock(organizationId: number, type: ResourceTypeName, id: string): Promise<Resource | null> {
    return this.one(LOCK, organizationId, type, id);
  }

  async isNameTaken(organizationId: number, type: ResourceTypeName, name: string): Promise<boolean> {
    const rows = await this.session.query(
      `SELECT 1 FROM scim_resources WHERE organization_id = $1 AND type = $2 AND (name_key = $3 OR look_key = $4) LIMIT 1`,
      [organizationId, type, folded(name), lookOf(name)],
    );
    return rows.length > 0;
  }

  async findByAccount(organizationId: number, userId: number): Promise<Resource | null> {
    const [row] = await this.session.query<Resource>(
      `SELECT ${RESOURCE_COLUMNS} FROM scim_resources WHERE organization_id = $1 AND user_id = $2`,
      [organizationId, userId],
    );
    return row ?? null;
  }

  async save(resource: Resource, keys: ResourceKeys): Promise<void> {
    await refusingDoubles(resource.type, () => this.session.execute(SAVE, valuesOf(resource, keys)));
  }

  async saveShown(user: Resource, keys: ResourceKeys): Promise<Resource> {
    const [row] = await refusingDoubles(user.type, () => this.session.query<Pick<Resource, 'groups'>>(SAVE_SHOWN, valuesOf(user, keys)));
    if (row === undefined) throw new ConcurrentChange();
    return { ...user, ...row };
  }

  async touch(organizationId: number, id: string, at: Date): Promise<void> {
    await this.session.execute(TOUCH, [organizationId, id, at]);
  }

  async remove(organizationId: number, id: string): Promise<void> {
    // A reader of a group that it was in must not be told that nothing has changed.
    await this.session.execute(
      `UPDATE scim_resources SET version = version + 1, last_modified_at = $3
        WHERE organization_id = $1 AND id IN (
          SELECT g.id FROM scim_group_members m JOIN scim_resources g ON g.organization_id = $1 AND g.id = m.group_id
           WHERE m.member_id = $2 ORDER BY g.id FOR NO KEY UPDATE OF g)`,
      [organizationId, id, this.clock.now()],
    );
    await this.session.execute(REMOVE, [organizationId, id]);
  }

  private async one(statement: PreparedStatement, organizationId: number, type: ResourceTypeName, id: string): Promise<Resource | null> {
    if (!isResourceId(id)) return null;
    const [row] = await this.session.query<Resource>(statement, [organizationId, id, type]);
    return row ?? null;
  }
}

/** What `SAVE` takes. */
function valuesOf(resource: Resource, keys: ResourceKeys): unknown[] {
  const { id, organizationId, userId, attributes, version, lastModifiedAt } = resource;
  return [
    organizationId,
    id,
    userId,
    keys.nameKey,
    keys.externalId,
    JSON.stringify(attributes),
    JSON.stringify(keys.search),
    version,
    lastModifiedAt,
    keys.addressKey,
    keys.nameAddressKey,
    keys.lookKey,
  ];
}

async function refusingDoubles<T>(type: ResourceTypeName, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const name = type === 'User' ? 'userName' : 'displayName';
    if (isUniqueViolation(error, 'scim_resources_name_unique'))
      throw new NotUnique(`Another ${type.toLowerCase()} has this ${name}. Choose another one.`);
    if (isUniqueViolation(error, 'scim_resources_look_unique'))
      throw new NotUnique(
        `Another ${type.toLowerCase()} has a ${name} that looks the same: white space, invisible characters and letters of other scripts make no difference.`,
      );
    if (isUniqueViolation(error, 'scim_resources_person_unique'))
      throw new NotUnique('Another user already stands for the same person. Change that user instead.');
    throw error;
  }
}
