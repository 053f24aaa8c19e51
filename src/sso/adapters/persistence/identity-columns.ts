/** Of `sso_identities i`. */
export const IDENTITY_COLUMNS = `i.id, i.organization_id AS "organizationId", i.connection_id AS "connectionId", i.user_id AS "userId",
  i.issuer, i.subject`;
