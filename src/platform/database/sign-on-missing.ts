interface MemberAt {
  readonly organization: string;
  readonly user: string;
  readonly now: string;
}

/** Whether an organization keeps the account for emergencies. SQL; the arguments are columns or parameters. */
export function isBreakGlass({ organization, user }: Omit<MemberAt, 'now'>): string {
  return `EXISTS (SELECT FROM sso_break_glass b WHERE b.organization_id = ${organization} AND b.user_id = ${user})`;
}

/** Until when an organization exempts a member; NULL from that moment. SQL; the arguments are columns or parameters. */
export function exemptUntil({ organization, user, now }: MemberAt): string {
  return `(SELECT x.expires_at FROM sso_exemptions x
    WHERE x.organization_id = ${organization} AND x.user_id = ${user} AND x.expires_at > ${now})`;
}

/**
 * Who may log in by password although their organization requires single sign-on: a break-glass account, and an exempt
 * member until the exemption ends. Every statement that asks for it uses this one. SQL; the arguments are columns or
 * parameters.
 */
export function mayUsePassword(of: MemberAt): string {
  return `(${isBreakGlass(of)} OR ${exemptUntil(of)} IS NOT NULL)`;
}

/**
 * Whether an organization requires single sign-on of a user at a moment, and the session was not opened through an
 * active connection of its own. SQL; the arguments are columns or parameters. Without a connection it is NULL. Who may
 * use a password gets in by it: a session of another organization's provider is neither that nor the organization's own.
 */
export function signOnMissing(of: MemberAt & { readonly connection: string }): string {
  const { organization, user, now, connection } = of;
  const required = (whom: string): string =>
    `EXISTS (SELECT 1 FROM sso_requirements q WHERE q.organization_id = ${organization} AND ${whom} AND q.sessions_from <= ${now})`;
  return `((${required('q.user_id IS NULL')} OR ${required(`q.user_id = ${user}`)})
    AND NOT (${connection} IS NULL AND ${mayUsePassword(of)})
    AND NOT EXISTS (SELECT 1 FROM sso_connections c
                     WHERE c.id = ${connection} AND c.organization_id = ${organization} AND c.status = 'active'))`;
}
