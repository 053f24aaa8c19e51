import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

/** Wrong codes count across challenges and step-ups: whoever has the password must not get five guesses a login. */
export function codeThrottle(userId: number): ThrottledAction {
  return {
    scope: 'mfa_code',
    subject: `user ${userId}`,
    freeFailures: 10,
    firstWaitSeconds: 30,
    longestWaitSeconds: 900,
    forgivenInSeconds: 86_400,
    clearedBySuccess: true,
  };
}
