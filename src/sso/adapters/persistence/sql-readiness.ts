import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { SsoReadiness } from '../../application/describe-sso-readiness.js';
import { Readiness } from '../../application/ports/readiness.js';

type RowOf<List extends readonly unknown[]> = List[number] & object;

@Injectable()
export class SqlReadiness extends Readiness {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  connectionsOf(organizationId: number): Promise<SsoReadiness['connections']> {
    return this.session.query<RowOf<SsoReadiness['connections']>>(
      `SELECT id, status, CASE WHEN tested_version = configuration_version THEN tested_at END AS "testedAt"
         FROM sso_connections WHERE organization_id = $1 ORDER BY id`,
      [organizationId],
    );
  }

  domainsOf(organizationId: number): Promise<SsoReadiness['domains']> {
    return this.session.query<RowOf<SsoReadiness['domains']>>(
      `SELECT domain, status FROM sso_domains WHERE organization_id = $1 ORDER BY domain`,
      [organizationId],
    );
  }

  async provenAmong(organizationId: number, userIds: readonly number[]): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `SELECT DISTINCT i.user_id AS id FROM sso_identities i JOIN sso_connections c ON c.id = i.connection_id
        WHERE i.organization_id = $1 AND i.user_id = ANY($2) AND i.login_count > 0
          AND c.status = 'active' AND c.issuer = i.issuer ORDER BY 1`,
      [organizationId, userIds],
    );
    return rows.map(({ id }) => id);
  }
}
