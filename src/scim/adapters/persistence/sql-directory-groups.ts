import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { type DirectoryGroup, DirectoryGroups } from '../../application/ports/directory-groups.js';

const GROUPS = `FROM scim_resources g WHERE g.organization_id = $1 AND g.type = 'Group'`;
const IS_MAPPED = 'EXISTS (SELECT FROM scim_group_mappings x WHERE x.organization_id = g.organization_id AND x.group_id = g.id)';
const COLUMNS = `g.id, g.attributes ->> 'displayName' AS "displayName", ${IS_MAPPED} AS "isMapped",
  (SELECT count(*)::int FROM scim_group_members m WHERE m.group_id = g.id) AS "memberCount"`;
const NAMED = 'AND starts_with(g.name_key, $2)';

/** Raw: each row counts the members of its group. */
@Injectable()
export class SqlDirectoryGroups extends DirectoryGroups {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async pageOf(organizationId: number, search: string, request: PageRequest): Promise<Page<DirectoryGroup>> {
    // Counted for the page alone: a group may have a hundred thousand members.
    const items = await this.session.query<DirectoryGroup & object>(
      `SELECT ${COLUMNS} FROM (SELECT g.* ${GROUPS} ${NAMED} ORDER BY g.name_key LIMIT $3 OFFSET $4) g ORDER BY g.name_key`,
      [organizationId, search, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total ${GROUPS} ${NAMED}`, [
      organizationId,
      search,
    ]);
    return { items, total: counted?.total ?? 0 };
  }

  mapped(organizationId: number): Promise<readonly DirectoryGroup[]> {
    return this.session.query<DirectoryGroup & object>(`SELECT ${COLUMNS} ${GROUPS} AND ${IS_MAPPED} ORDER BY g.name_key`, [
      organizationId,
    ]);
  }
}
