/**
 * Whether a session that an identity provider of somebody else opened has to prove the user's own second factor before an organization
 * lets it in: whoever runs that provider can open a session of everybody whom it vouches for, and must not get past the factors of
 * his guests into the houses of others. SQL; the arguments are columns or parameters.
 */
export function factorOwed(of: {
  organization: string;
  user: string;
  connection: string;
  /** Whether a factor was proved in the session. */
  proved: string;
}): string {
  const { organization, user, connection, proved } = of;
  return `(${connection} IS NOT NULL AND NOT ${proved}
    AND NOT EXISTS (SELECT 1 FROM sso_connections c WHERE c.id = ${connection} AND c.organization_id = ${organization})
    AND EXISTS (SELECT 1 FROM mfa_factors f WHERE f.user_id = ${user} AND f.confirmed_at IS NOT NULL))`;
}
