import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

/** Nobody guesses 256 bits; whoever keeps trying is broken or hostile. */
export function activationThrottle(userId: number): ThrottledAction {
  return {
    scope: 'device_activation',
    subject: `user ${userId}`,
    freeFailures: 50,
    firstWaitSeconds: 5,
    longestWaitSeconds: 900,
    forgivenInSeconds: 3600,
    clearedBySuccess: false,
  };
}
