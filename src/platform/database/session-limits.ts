/** Whether a limit of requirement `q` has ended a session `s`. SQL; the argument is a parameter. */
export const isOutlived = (now: string): string => `(s.created_at <= ${now} - make_interval(hours => q.session_max_hours)
  OR s.last_used_at <= ${now} - make_interval(mins => q.session_idle_minutes))`;

/**
 * Whether no organization of its person has set a limit that ends a session `s`. So the strictest one counts, for all of them. Access keys
 * and provisioning tokens are no sessions.
 */
export function isWithinLimits(now: string): string {
  return `NOT EXISTS (SELECT FROM sign_in_requirements q JOIN organization_members m ON m.organization_id = q.organization_id
    WHERE m.user_id = s.user_id AND m.suspended_at IS NULL AND ${isOutlived(now)})`;
}
