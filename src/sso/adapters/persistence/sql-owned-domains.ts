import { Injectable } from '@nestjs/common';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { OwnedDomains, type SignOnAddress } from '../../application/ports/domain-names.js';
import type { DomainStanding } from '../../domain/linking.js';

const STANDING: PreparedStatement = {
  name: 'sso_domains_standing',
  // A claim that is pending again is one that another organization has taken.
  text: `SELECT CASE status WHEN 'pending' THEN 'lost' ELSE status END AS standing FROM sso_domains
          WHERE organization_id = $1 AND domain = $2 AND (status <> 'pending' OR verified_at IS NOT NULL)`,
};

/** One query for every domain, whether an organization has it or not. */
const SIGN_ON_OF: PreparedStatement = {
  name: 'sso_domains_sign_on_of',
  text: `SELECT c.organization_id AS "organizationId", c.id AS "connectionId"
           FROM sso_domains d JOIN sso_connections c ON c.organization_id = d.organization_id AND c.status = 'active'
          WHERE d.domain = $1 AND d.status IN ('verified', 'drifted')
          ORDER BY c.id = d.connection_id DESC NULLS LAST, c.id LIMIT 1`,
};

const SIGN_ON_AT: PreparedStatement = {
  name: 'sso_domains_sign_on_at',
  text: `SELECT c.organization_id AS "organizationId", c.id AS "connectionId"
           FROM sso_connections c
           LEFT JOIN sso_domains d ON d.organization_id = c.organization_id AND d.connection_id = c.id
                AND d.domain = $2 AND d.status IN ('verified', 'drifted')
          WHERE c.organization_id = $1 AND c.status = 'active'
          ORDER BY d.id IS NOT NULL DESC, c.id LIMIT 1`,
};

/** Raw, because it is hot: logins and lookups of addresses ask it. */
@Injectable()
export class SqlOwnedDomains extends OwnedDomains {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async standingOf(organizationId: number, domain: string): Promise<DomainStanding> {
    const [row] = await this.session.query<{ standing: DomainStanding }>(STANDING, [organizationId, domain]);
    return row?.standing ?? 'not_owned';
  }

  async signOnOf(domain: string): Promise<SignOnAddress | null> {
    return (await this.session.query<SignOnAddress & object>(SIGN_ON_OF, [domain]))[0] ?? null;
  }

  async signOnAt(organizationId: number, domain: string | null): Promise<SignOnAddress | null> {
    return (await this.session.query<SignOnAddress & object>(SIGN_ON_AT, [organizationId, domain]))[0] ?? null;
  }
}
