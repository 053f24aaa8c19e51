import { Injectable } from '@nestjs/common';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { CertificateWatch, type ExpiringCertificate } from '../../application/ports/connections.js';

/** Raw: TypeORM cannot take apart the certificates that are in one jsonb column. */
@Injectable()
export class SqlCertificateWatch extends CertificateWatch {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  expiringBefore(now: Date, then: Date): Promise<readonly ExpiringCertificate[]> {
    return this.session.query<ExpiringCertificate & object>(
      `SELECT c.id AS "connectionId", c.organization_id AS "organizationId", c.name AS "connectionName",
              one ->> 'fingerprint' AS fingerprint, (one ->> 'notAfter')::timestamptz AS "notAfter"
         FROM sso_connections c CROSS JOIN jsonb_array_elements(c.settings -> 'certificates') one
        WHERE c.type = 'saml' AND c.status IN ('tested', 'active')
          AND (one ->> 'notAfter')::timestamptz > $1 AND (one ->> 'notAfter')::timestamptz <= $2
        ORDER BY c.id`,
      [now, then],
    );
  }

  async noteSent({ connectionId, fingerprint }: ExpiringCertificate, days: number, at: Date): Promise<boolean> {
    const noted = await this.session.execute(
      `INSERT INTO sso_certificate_notices (connection_id, fingerprint, days, sent_at)
       SELECT id, $2, $3, $4 FROM sso_connections WHERE id = $1 ON CONFLICT DO NOTHING`,
      [connectionId, fingerprint, days, at],
    );
    return noted === 1;
  }

  async publishingAfter(connectionId: number, limit: number): Promise<readonly number[]> {
    const rows = await this.session.query<{ id: number }>(
      `SELECT id FROM sso_connections
        WHERE id > $1 AND type = 'saml' AND status = 'active' AND settings ->> 'metadataUrl' IS NOT NULL ORDER BY id LIMIT $2`,
      [connectionId, limit],
    );
    return rows.map(({ id }) => id);
  }
}
