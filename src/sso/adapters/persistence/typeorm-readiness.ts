import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { SsoReadiness } from '../../application/describe-sso-readiness.js';
import { Readiness } from '../../application/ports/readiness.js';
import { claimedDomainSchema, connectionSchema } from './schemas.js';

@Injectable()
export class TypeOrmReadiness extends Readiness {
  private readonly connections;
  private readonly domains;

  constructor(private readonly session: TypeOrmSession) {
    super();
    this.connections = session.repository(connectionSchema);
    this.domains = session.repository(claimedDomainSchema);
  }

  async connectionsOf(organizationId: number): Promise<SsoReadiness['connections']> {
    const rows = await this.connections.find({
      select: { id: true, status: true, configurationVersion: true, testedVersion: true, testedAt: true },
      where: { organizationId },
      order: { id: 'ASC' },
    });
    return rows.map(({ id, status, configurationVersion, testedVersion, testedAt }) => ({
      id,
      status,
      testedAt: testedVersion === configurationVersion ? testedAt : null,
    }));
  }

  domainsOf(organizationId: number): Promise<SsoReadiness['domains']> {
    return this.domains.find({
      select: { domain: true, status: true },
      where: { organizationId },
      order: { domain: 'ASC' },
    });
  }

  async provenAmong(organizationId: number, userIds: readonly number[]): Promise<readonly number[]> {
    // Raw: repositories find rows, not distinct values of a column over two tables.
    const rows = await this.session.query<{ id: number }>(
      `SELECT DISTINCT i.user_id AS id FROM sso_identities i JOIN sso_connections c ON c.id = i.connection_id
        WHERE i.organization_id = $1 AND i.user_id = ANY($2) AND i.login_count > 0
          AND c.status = 'active' AND c.issuer = i.issuer ORDER BY 1`,
      [organizationId, userIds],
    );
    return rows.map(({ id }) => id);
  }
}
