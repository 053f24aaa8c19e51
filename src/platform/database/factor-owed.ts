import { hasFactor } from './has-factor.js';
import { isTrustedDevice } from './trusted-device.js';

/** When a member `m` came: directories enter people long before that. SQL. */
export const CAME_AT = 'greatest(m.joined_at, m.arrived_at)';

/** From when an organization requires a second factor of a member; NULL while it does not. SQL; the arguments are columns. */
export function factorDue({ organization, joined }: { organization: string; joined: string }): string {
  return `(SELECT greatest(q.factor_from, CASE WHEN q.factor_grace_days > 0 THEN ${joined} + make_interval(days => q.factor_grace_days) END) FROM sign_in_requirements q
    WHERE q.organization_id = ${organization} AND q.factor_from IS NOT NULL)`;
}

/** What decides whether a session has shown enough of a second factor. */
export interface FactorOfSession {
  readonly now: string;
  readonly connection: string;
  /** Whether a factor was proved in the session. */
  readonly proved: string;
  /** The device that the session was opened or activated on. */
  readonly device: string;
}

/**
 * Whether a session has to prove the user's own second factor before an organization lets it in. A session of the organization's own
 * identity provider never has to: the provider asks for what it wants.
 *
 * One that another organization's provider opened has to if the user has a factor. The operator of that provider can open a session of
 * everyone whom it vouches for, and must not get past these people's factors into other organizations.
 *
 * Every other one has to where the organization requires a factor. A trusted device is enough there, as long as the organization lets
 * devices be trusted. SQL; the arguments are columns or parameters.
 */
export function factorOwed(
  of: FactorOfSession & { readonly organization: string; readonly user: string; readonly joined: string },
): string {
  const { organization, user, now, connection, proved, device } = of;
  return `(NOT ${proved}
    AND NOT EXISTS (SELECT 1 FROM sso_connections c WHERE c.id = ${connection} AND c.organization_id = ${organization})
    AND (${connection} IS NOT NULL AND ${hasFactor(user)}
      OR coalesce(${factorDue(of)} <= ${now}, false)
        AND NOT EXISTS (SELECT FROM devices d JOIN users u ON u.id = d.user_id JOIN organizations o ON o.id = ${organization}
                         WHERE d.id = ${device} AND d.user_id = ${user} AND ${isTrustedDevice(now)})))`;
}
