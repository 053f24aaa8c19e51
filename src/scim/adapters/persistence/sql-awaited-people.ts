import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { AwaitedPeople, type AwaitedPerson } from '../../application/ports/awaited-people.js';
import type { Resource } from '../../domain/resource.js';
import { RESOURCE_COLUMNS } from './sql-resources.js';

/** Two parts, because an index serves each of them. */
const AWAITED = `(
  SELECT r.number FROM scim_resources r WHERE r.organization_id = $1 AND r.user_id IS NULL AND r.type = 'User'
  UNION ALL
  SELECT r.number FROM organization_members m
    JOIN scim_resources r ON r.organization_id = m.organization_id AND r.user_id = m.user_id
   WHERE m.organization_id = $1 AND m.arrived_at IS NULL) a`;

/** The user who has the address that another one waits for. */
const HELD_BY = `(SELECT jsonb_build_object('id', h.id, 'username', h.attributes ->> 'userName') FROM scim_resources h
    WHERE h.organization_id = $1 AND h.user_id = scim_resources.waits_for_user) AS "heldBy"`;

/** Whether their newest invitation of the directory is declined: it does not invite again while the user stays as they are. */
const HAS_DECLINED = `EXISTS (SELECT 1 FROM invitations d
    WHERE d.organization_id = $1 AND d.email_key = scim_resources.awaited_address AND d.is_declined AND d.is_provisioned
      AND NOT EXISTS (SELECT 1 FROM invitations n WHERE n.organization_id = $1 AND n.id > d.id
        AND n.email_key = d.email_key AND n.is_provisioned)) AS "hasDeclined"`;

/** Raw: each statement combines what two tables know about people who have not come. */
@Injectable()
export class SqlAwaitedPeople extends AwaitedPeople {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<AwaitedPerson>> {
    const items = await this.session.query<AwaitedPerson & object>(
      `SELECT ${RESOURCE_COLUMNS}, ${HELD_BY}, ${HAS_DECLINED} FROM scim_resources
        WHERE organization_id = $1 AND type = 'User'
          AND number IN (SELECT number FROM ${AWAITED} ORDER BY number LIMIT $2 OFFSET $3) ORDER BY number`,
      [organizationId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${AWAITED}`, [organizationId]);
    return { items, total: counted?.total ?? 0 };
  }

  about(organizationId: number, emailKey: string): Promise<readonly Resource[]> {
    return this.session.query<Resource>(
      `SELECT ${RESOURCE_COLUMNS} FROM scim_resources r
        WHERE organization_id = $1 AND type = 'User'
          AND (search @> jsonb_build_object('emails', jsonb_build_array(jsonb_build_object('value', $2::text)))
               OR name_key = $2 OR address_key = $2 OR name_address_key = $2)
          AND NOT EXISTS (SELECT FROM organization_members m
                           WHERE m.organization_id = $1 AND m.user_id = r.user_id AND m.arrived_at IS NOT NULL)`,
      [organizationId, emailKey],
    );
  }
}
