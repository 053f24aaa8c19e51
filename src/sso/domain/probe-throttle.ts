import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

const TERMS = { firstWaitSeconds: 5, longestWaitSeconds: 300, forgivenInSeconds: 3600, clearedBySuccess: false };

/**
 * Otherwise a person who sets up connections could find out, by failing tests, what answers at addresses of their
 * choice.
 */
export function probeThrottle(organizationId: number): readonly ThrottledAction[] {
  return [{ ...TERMS, scope: 'sso_connection_test', subject: String(organizationId), freeFailures: 30 }];
}

/** Every failure makes this service ask name servers, and may send a mail to a person. */
export function verificationThrottle(organizationId: number): readonly ThrottledAction[] {
  return [{ ...TERMS, scope: 'sso_domain_verification', subject: String(organizationId), freeFailures: 50 }];
}
