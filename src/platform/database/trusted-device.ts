/** Whether a device `d` of a user `u` is trusted, as far as an organization `o` lets it be. SQL; the argument is a parameter. */
export function isTrustedDevice(now: string): string {
  return `d.status = 'trusted' AND d.trust_epoch = u.trust_epoch AND (d.expires_at IS NULL OR d.expires_at > ${now})
  AND (o.device_trust_days IS NULL OR d.activated_at + make_interval(days => o.device_trust_days) > ${now})`;
}
