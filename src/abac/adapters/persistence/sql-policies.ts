import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Policies } from '../../application/ports/policies.js';
import type { Policy } from '../../domain/policy.js';

@Injectable()
export class SqlPolicies extends Policies {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async pageOf(organizationIds: readonly number[] | null, request: PageRequest): Promise<Page<Policy>> {
    const items = await this.session.query<Policy & Record<string, unknown>>(
      `SELECT id, organization_id AS "organizationId", name, description, status, version, updated_at AS "updatedAt"
         FROM abac_policies WHERE ($1::integer[] IS NULL OR organization_id = ANY ($1::integer[])) ORDER BY id LIMIT $2 OFFSET $3`,
      [organizationIds, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM abac_policies WHERE ($1::integer[] IS NULL OR organization_id = ANY ($1::integer[]))',
      [organizationIds],
    );
    return { items, total: counted?.total ?? 0 };
  }
}
