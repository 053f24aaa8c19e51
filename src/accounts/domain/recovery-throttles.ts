import { networkThrottle } from '../../shared/network-throttle.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import type { TokenPurpose } from './mailed-token.js';

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

/**
 * Mails to one address: a handful at once, then some a day, so that nobody's mailbox is flooded. By its key, for upper case is no
 * second mailbox, and whether or not it belongs to anybody.
 */
export function mailThrottle(kind: TokenPurpose | 'admin_password_reset', emailKey: string): ThrottledAction {
  return {
    scope: `${kind}_mail`,
    subject: emailKey,
    freeFailures: 4,
    firstWaitSeconds: 300,
    longestWaitSeconds: 3600,
    forgivenInSeconds: 21_600,
    // Nothing clears it; it is what makes requests for one address wait for each other, so that a burst is counted one by one.
    clearedBySuccess: true,
  };
}

/** Requests of one network, for whichever addresses: enough for an office, too few to try out a list of people. */
export function resetRequestThrottle(network: string): ThrottledAction {
  return networkThrottle('password_reset_request', network, { free: 60, firstWait: 30 });
}

/** Nobody guesses 256 bits; whoever keeps trying is broken or hostile. */
export function mailedTokenThrottle(purpose: TokenPurpose, network: string): ThrottledAction {
  return networkThrottle(`${purpose}_token`, network, { free: 100, firstWait: 5 });
}
