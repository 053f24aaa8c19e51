/**
 * An event as it is sealed; jsonb has one text for one value. A change here would break every existing chain and
 * archive.
 */
export const CANONICAL = `jsonb_build_array(e.id, (extract(epoch FROM e.occurred_at) * 1000000)::bigint, e.action, e.outcome,
  e.actor_user_id, e.organization_id, e.target_type, e.target_id, e.ip, e.request_id, e.detail)::text`;
/** Less than any event id. */
export const BELOW_EVERY_EVENT_ID = '-9223372036854775808';
