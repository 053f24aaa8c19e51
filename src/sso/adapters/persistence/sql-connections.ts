import { Injectable } from '@nestjs/common';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { UnitOfWork } from '../../../shared/ports/unit-of-work.js';
import { type NewConnection, Connections } from '../../application/ports/connections.js';
import { ConnectionNameTaken } from '../../domain/connection.errors.js';
import type { Connection, ConnectionStatus, OidcSettings, SamlSettings } from '../../domain/connection.js';

const COLUMNS = `id, organization_id AS "organizationId", name, type, status, issuer, settings,
  client_secret_sealed IS NOT NULL AS "hasClientSecret", default_role_id AS "defaultRoleId",
  configuration_version AS "configurationVersion", tested_version AS "testedVersion", tested_at AS "testedAt",
  tested_by AS "testedBy", activated_at AS "activatedAt", disabled_at AS "disabledAt", version,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** As the columns above answer it. */
type ConnectionRow = Omit<Connection, 'type' | 'settings'> & {
  readonly type: Connection['type'];
  readonly settings: OidcSettings | SamlSettings;
  readonly hasClientSecret: boolean;
};

function connectionOfRow({ type, settings, hasClientSecret, ...row }: ConnectionRow): Connection {
  return type === 'oidc'
    ? { ...row, type, settings: settings as OidcSettings, hasClientSecret }
    : { ...row, type, settings: settings as SamlSettings };
}

/** Every login asks it. */
const FIND: PreparedStatement = {
  name: 'sso-connections.find',
  text: `SELECT ${COLUMNS} FROM sso_connections WHERE id = $1`,
};
const OWN = ofCaller({ organization: 'sso_connections.organization_id', user: '$2', isAdmin: '$3' });

@Injectable()
export class SqlConnections extends Connections {
  constructor(
    private readonly session: TypeOrmSession,
    private readonly unitOfWork: UnitOfWork,
    private readonly secretBox: SecretBox,
  ) {
    super();
  }

  async find(id: number): Promise<Connection | null> {
    const [row] = await this.session.query<ConnectionRow>(FIND, [id]);
    return row === undefined ? null : connectionOfRow(row);
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Connection | null> {
    const [row] = await this.session.query<ConnectionRow>(`${FIND.text} AND ${OWN}`, [id, userId, isSystemAdmin]);
    return row === undefined ? null : connectionOfRow(row);
  }

  async lock(id: number): Promise<Connection | null> {
    const [row] = await this.session.query<ConnectionRow>(`${FIND.text} FOR UPDATE`, [id]);
    return row === undefined ? null : connectionOfRow(row);
  }

  async hold(id: number): Promise<Connection | null> {
    const [row] = await this.session.query<ConnectionRow>(`${FIND.text} FOR SHARE`, [id]);
    return row === undefined ? null : connectionOfRow(row);
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<Connection>> {
    const rows = await this.session.query<ConnectionRow>(
      `SELECT ${COLUMNS} FROM sso_connections WHERE organization_id = $1 ORDER BY id LIMIT $2 OFFSET $3`,
      [organizationId, request.limit, offsetOf(request)],
    );
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_connections WHERE organization_id = $1',
      [organizationId],
    );
    return { items: rows.map(connectionOfRow), total: counted?.total ?? 0 };
  }

  async activeOf(organizationId: number): Promise<readonly Connection[]> {
    const rows = await this.session.query<ConnectionRow>(
      `SELECT ${COLUMNS} FROM sso_connections WHERE organization_id = $1 AND status = 'active' ORDER BY id`,
      [organizationId],
    );
    return rows.map(connectionOfRow);
  }

  async clientSecretOf(id: number): Promise<string | null> {
    const [row] = await this.session.query<{ sealed: string | null }>(
      'SELECT client_secret_sealed AS sealed FROM sso_connections WHERE id = $1',
      [id],
    );
    const sealed = row?.sealed ?? null;
    return sealed === null ? null : this.secretBox.open(sealed, placeOf(id)).toString();
  }

  add(connection: NewConnection, clientSecret: string | null): Promise<Connection> {
    const { organizationId, name, type, issuer, settings, defaultRoleId, createdAt } = connection;
    return this.unitOfWork.run(async () => {
      const [row] = await named(() =>
        this.session.query<ConnectionRow>(
          `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, default_role_id, created_at, updated_at)
           VALUES ($1, $2, $3, 'draft', $4, $5, $6, $7, $7) RETURNING ${COLUMNS}`,
          [organizationId, name, type, issuer, settings, defaultRoleId, createdAt],
        ),
      );
      if (row === undefined) throw new Error('The connection was not inserted.');
      // Sealed for its row, whose id is only known now.
      await this.seal(row.id, clientSecret);
      return connectionOfRow({ ...row, hasClientSecret: clientSecret !== null });
    });
  }

  async save(connection: Connection, clientSecret: string | null | undefined): Promise<Connection> {
    const { id, name, issuer, settings, status, defaultRoleId, configurationVersion, updatedAt } = connection;
    if (clientSecret !== undefined) await this.seal(id, clientSecret);
    const [row] = await named(() =>
      this.session.query<ConnectionRow>(
        `UPDATE sso_connections SET name = $2, issuer = $3, settings = $4, status = $5, default_role_id = $6,
                configuration_version = $7, updated_at = $8, version = version + 1
          WHERE id = $1 RETURNING ${COLUMNS}`,
        [id, name, issuer, settings, status, defaultRoleId, configurationVersion, updatedAt],
      ),
    );
    if (row === undefined) throw new Error('The connection was not saved.');
    return connectionOfRow(row);
  }

  async setStatus(id: number, status: ConnectionStatus, at: Date): Promise<void> {
    await this.session.execute(
      `UPDATE sso_connections SET status = $2::text, updated_at = $3::timestamptz, version = version + 1,
              activated_at = CASE $2::text WHEN 'active' THEN $3::timestamptz ELSE activated_at END,
              disabled_at = CASE $2::text WHEN 'disabled' THEN $3::timestamptz WHEN 'active' THEN NULL ELSE disabled_at END
        WHERE id = $1`,
      [id, status, at],
    );
  }

  async markTested(id: number, by: { userId: number; version: number; at: Date }): Promise<void> {
    await this.session.execute(
      `UPDATE sso_connections SET tested_version = $2, tested_at = $3, tested_by = $4,
              status = CASE status WHEN 'draft' THEN 'tested' ELSE status END
        WHERE id = $1 AND configuration_version = $2`,
      [id, by.version, by.at, by.userId],
    );
  }

  async remove(id: number): Promise<void> {
    await this.session.execute('DELETE FROM sso_connections WHERE id = $1', [id]);
  }

  async countOf(organizationId: number): Promise<number> {
    const [counted] = await this.session.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM sso_connections WHERE organization_id = $1',
      [organizationId],
    );
    return counted?.total ?? 0;
  }

  forgetIdentities(id: number, exceptIssuer: string): Promise<number> {
    return this.session.execute('DELETE FROM sso_identities WHERE connection_id = $1 AND issuer <> $2', [
      id,
      exceptIssuer,
    ]);
  }

  private async seal(id: number, secret: string | null): Promise<void> {
    const sealed = secret === null ? null : this.secretBox.seal(Buffer.from(secret), placeOf(id));
    await this.session.execute('UPDATE sso_connections SET client_secret_sealed = $2 WHERE id = $1', [id, sealed]);
  }
}

async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'sso_connections_name_unique')) throw new ConnectionNameTaken();
    throw error;
  }
}

function placeOf(id: number): string {
  return `sso_connections.client_secret_sealed:${id}`;
}
