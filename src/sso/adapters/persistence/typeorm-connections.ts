import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { insertedId } from '../../../platform/database/inserted-id.js';
import { ofCaller } from '../../../platform/database/of-caller.js';
import { refuseTwin } from '../../../platform/database/name-twins.js';
import { type PreparedStatement, TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import type { Caller } from '../../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { SecretBox } from '../../../shared/ports/secret-box.js';
import { UnitOfWork } from '../../../shared/ports/unit-of-work.js';
import { type NewConnection, Connections } from '../../application/ports/connections.js';
import { ConnectionNameTaken } from '../../domain/connection.errors.js';
import type { Connection, ConnectionStatus, OidcSettings, SamlSettings } from '../../domain/connection.js';
import { type ConnectionRow, connectionSchema, identitySchema } from './schemas.js';

/**
 * Raw: `hasClientSecret` and `hasGroupMapping` are expressions. Only code that talks to the provider reads the secret itself.
 */
const COLUMNS = `id, organization_id AS "organizationId", name, type, status, issuer, settings,
  client_secret_sealed IS NOT NULL AS "hasClientSecret",
  EXISTS (SELECT FROM sso_group_settings g WHERE g.connection_id = sso_connections.id) AS "hasGroupMapping", default_role_id AS "defaultRoleId",
  configuration_version AS "configurationVersion", tested_version AS "testedVersion", tested_at AS "testedAt",
  tested_by AS "testedBy", activated_at AS "activatedAt", disabled_at AS "disabledAt", version,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

type ReadRow = ConnectionRow & { readonly hasClientSecret: boolean; readonly hasGroupMapping: boolean };

/** What connections of earlier releases do not say, and did. */
const SAID_LATER = {
  oidc: { assertionAudience: 'token_endpoint' },
  saml: { signsRequests: false, signOnBinding: 'redirect', logoutBinding: 'redirect', assertionEncryption: 'off' },
} as const;

function connectionOfRow({ type, settings, hasClientSecret, ...row }: ReadRow): Connection {
  return type === 'oidc'
    ? { ...row, type, settings: { ...SAID_LATER.oidc, ...(settings as OidcSettings) }, hasClientSecret }
    : { ...row, type, settings: { ...SAID_LATER.saml, ...(settings as SamlSettings) } };
}

/** Hot: every login by single sign-on asks these. */
const FIND: PreparedStatement = {
  name: 'sso-connections.find',
  text: `SELECT ${COLUMNS} FROM sso_connections WHERE id = $1`,
};
const HOLD: PreparedStatement = { name: 'sso-connections.hold', text: `${FIND.text} FOR SHARE` };
const CLIENT_SECRET: PreparedStatement = {
  name: 'sso-connections.client-secret',
  text: 'SELECT client_secret_sealed AS sealed FROM sso_connections WHERE id = $1 AND configuration_version = $2',
};
const OWN = ofCaller({ organization: 'sso_connections.organization_id', user: '$2', isAdmin: '$3' });

@Injectable()
export class TypeOrmConnections extends Connections {
  private readonly connections;
  private readonly identities;

  constructor(
    private readonly session: TypeOrmSession,
    private readonly unitOfWork: UnitOfWork,
    private readonly secretBox: SecretBox,
  ) {
    super();
    this.connections = session.repository(connectionSchema);
    this.identities = session.repository(identitySchema);
  }

  async find(id: number): Promise<Connection | null> {
    const [row] = await this.session.query<ReadRow>(FIND, [id]);
    return row === undefined ? null : connectionOfRow(row);
  }

  async findFor({ userId, isSystemAdmin }: Caller, id: number): Promise<Connection | null> {
    const [row] = await this.session.query<ReadRow>(`${FIND.text} AND ${OWN}`, [id, userId, isSystemAdmin]);
    return row === undefined ? null : connectionOfRow(row);
  }

  async lock(id: number): Promise<Connection | null> {
    const [row] = await this.session.query<ReadRow>(`${FIND.text} FOR UPDATE`, [id]);
    return row === undefined ? null : connectionOfRow(row);
  }

  async hold(id: number): Promise<Connection | null> {
    const [row] = await this.session.query<ReadRow>(HOLD, [id]);
    return row === undefined ? null : connectionOfRow(row);
  }

  async pageOf(organizationId: number, request: PageRequest): Promise<Page<Connection>> {
    const rows = await this.session.query<ReadRow>(
      `SELECT ${COLUMNS} FROM sso_connections WHERE organization_id = $1 ORDER BY id LIMIT $2 OFFSET $3`,
      [organizationId, request.limit, offsetOf(request)],
    );
    return { items: rows.map(connectionOfRow), total: await this.countOf(organizationId) };
  }

  async activeOf(organizationId: number): Promise<readonly Connection[]> {
    const rows = await this.session.query<ReadRow>(
      `SELECT ${COLUMNS} FROM sso_connections WHERE organization_id = $1 AND status = 'active' ORDER BY id`,
      [organizationId],
    );
    return rows.map(connectionOfRow);
  }

  /** Raw, because it is hot. */
  async clientSecretOf(id: number, configurationVersion: number): Promise<string | null | undefined> {
    const [row] = await this.session.query<{ sealed: string | null }>(CLIENT_SECRET, [id, configurationVersion]);
    const sealed = row?.sealed;
    return typeof sealed === 'string' ? this.secretBox.open(sealed, placeOf(id)).toString() : sealed;
  }

  add(connection: NewConnection, clientSecret: string | null): Promise<Connection> {
    const { organizationId, name, type, issuer, settings, defaultRoleId, createdAt } = connection;
    const given = { organizationId, name, type, issuer, settings, defaultRoleId, createdAt, updatedAt: createdAt };
    const untested = { testedVersion: null, testedAt: null, testedBy: null, activatedAt: null, disabledAt: null };
    const draft = { ...given, ...untested, status: 'draft', configurationVersion: 1, version: 1 } as const;
    return this.unitOfWork.run(async () => {
      await this.refuseTwin({ organizationId, id: null, name });
      const id = await named(() => insertedId(this.connections, draft));
      // Sealed for its row, whose id is known only now.
      await this.seal(id, clientSecret);
      return connectionOfRow({ ...draft, id, hasClientSecret: clientSecret !== null, hasGroupMapping: false });
    });
  }

  async save(connection: Connection, clientSecret: string | null | undefined): Promise<Connection> {
    const { id, name, issuer, settings, status, defaultRoleId, configurationVersion, updatedAt } = connection;
    await this.refuseTwin(connection);
    if (clientSecret !== undefined) await this.seal(id, clientSecret);
    const changed = { name, issuer, settings, status, defaultRoleId, configurationVersion, updatedAt };
    await named(() => this.connections.update({ id }, { ...changed, version: () => 'version + 1' }));
    const saved = { ...connection, version: connection.version + 1 };
    if (saved.type === 'saml' || clientSecret === undefined) return saved;
    return { ...saved, hasClientSecret: clientSecret !== null };
  }

  async setStatus(id: number, status: ConnectionStatus, at: Date): Promise<void> {
    const changed = { status, updatedAt: at, version: () => 'version + 1' };
    await this.connections.update({ id }, { ...changed, ...momentsOf(status, at) });
  }

  async markTested(id: number, by: { userId: number; version: number; at: Date }): Promise<void> {
    await this.connections.update(
      { id, configurationVersion: by.version },
      {
        testedVersion: by.version,
        testedAt: by.at,
        testedBy: by.userId,
        status: () => `CASE status WHEN 'draft' THEN 'tested' ELSE status END`,
      },
    );
  }

  async remove(id: number): Promise<void> {
    await this.connections.delete({ id });
  }

  countOf(organizationId: number): Promise<number> {
    return this.connections.countBy({ organizationId });
  }

  async forgetIdentities(id: number, exceptIssuer: string): Promise<number> {
    const { affected } = await this.identities.delete({ connectionId: id, issuer: Not(exceptIssuer) });
    return affected ?? 0;
  }

  private refuseTwin(connection: Pick<Connection, 'organizationId' | 'name'> & { readonly id: number | null }): Promise<void> {
    return refuseTwin(this.session, 'sso_connections', connection, () => new ConnectionNameTaken());
  }

  private async seal(id: number, secret: string | null): Promise<void> {
    const sealed = secret === null ? null : this.secretBox.seal(Buffer.from(secret), placeOf(id));
    await this.connections.update({ id }, { clientSecretSealed: sealed });
  }
}

function momentsOf(status: ConnectionStatus, at: Date) {
  if (status === 'active') return { activatedAt: at, disabledAt: null };
  return status === 'disabled' ? { disabledAt: at } : {};
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
