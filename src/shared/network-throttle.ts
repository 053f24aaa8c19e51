import type { ThrottledAction } from './ports/attempt-throttle.js';

/** Failures of a whole network, which many people may share: one person's success does not clear the count, and the waits are short. */
export function networkThrottle(
  scope: string,
  network: string,
  limits: { readonly free: number; readonly firstWait: number },
): ThrottledAction {
  return {
    scope,
    subject: network,
    freeFailures: limits.free,
    firstWaitSeconds: limits.firstWait,
    longestWaitSeconds: 900,
    forgivenInSeconds: 3600,
    clearedBySuccess: false,
    isNetwork: true,
  };
}
