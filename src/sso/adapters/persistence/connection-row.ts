import type { Connection, OidcSettings, SamlSettings } from '../../domain/connection.js';

export const CONNECTION_COLUMNS = `id, organization_id AS "organizationId", name, type, status, issuer, settings,
  client_secret_sealed IS NOT NULL AS "hasClientSecret", default_role_id AS "defaultRoleId",
  configuration_version AS "configurationVersion", tested_version AS "testedVersion", tested_at AS "testedAt",
  tested_by AS "testedBy", activated_at AS "activatedAt", disabled_at AS "disabledAt", version,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** As the columns above answer it. */
export type ConnectionRow = Omit<Connection, 'type' | 'settings'> & {
  readonly type: Connection['type'];
  readonly settings: OidcSettings | SamlSettings;
  readonly hasClientSecret: boolean;
};

export function connectionOfRow({ type, settings, hasClientSecret, ...row }: ConnectionRow): Connection {
  return type === 'oidc'
    ? { ...row, type, settings: settings as OidcSettings, hasClientSecret }
    : { ...row, type, settings: settings as SamlSettings };
}
