import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

/** Someone at an open, unlocked screen must not be able to try out the owner's password for long. */
export function passwordChangeThrottle(userId: number): ThrottledAction {
  return {
    scope: 'password_change',
    subject: String(userId),
    freeFailures: 5,
    firstWaitSeconds: 30,
    longestWaitSeconds: 3600,
    forgivenInSeconds: 86_400,
    clearedBySuccess: true,
  };
}
