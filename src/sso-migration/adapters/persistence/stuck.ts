import { STUCK_DAYS } from '../../domain/pace.js';

/**
 * Ids of members of organization `$1` who at `$2` have been told of a wave, or bound by it, for more than the days that that takes,
 * and have not come through an active connection. Nobody waits for those who are kept for emergencies.
 */
export const STUCK = `(
  SELECT m.user_id
    FROM sso_wave_members m JOIN sso_waves w ON w.organization_id = m.organization_id AND w.number = m.wave_number
   WHERE m.organization_id = $1 AND w.status IN ('notified', 'enforced')
     AND least(m.first_told_at, w.enforced_at) < $2::timestamptz - interval '${STUCK_DAYS} days'
     AND NOT EXISTS (SELECT FROM sso_break_glass b WHERE b.organization_id = $1 AND b.user_id = m.user_id)
     AND NOT EXISTS (
       SELECT FROM sso_identities i
         JOIN sso_connections c ON c.organization_id = i.organization_id AND c.id = i.connection_id AND c.issuer = i.issuer
        WHERE i.organization_id = $1 AND i.user_id = m.user_id AND c.status = 'active' AND i.last_login_at IS NOT NULL))`;
