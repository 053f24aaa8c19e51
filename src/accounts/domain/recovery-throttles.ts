import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import type { TokenPurpose } from './mailed-token.js';

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
  return {
    scope: 'password_reset_request',
    subject: network,
    freeFailures: 60,
    firstWaitSeconds: 30,
    longestWaitSeconds: 900,
    forgivenInSeconds: 3600,
    clearedBySuccess: false,
    isNetwork: true,
  };
}

/** Nobody guesses 256 bits; whoever keeps trying is broken or hostile. */
export function mailedTokenThrottle(purpose: TokenPurpose, network: string): ThrottledAction {
  return {
    scope: `${purpose}_token`,
    subject: network,
    freeFailures: 100,
    firstWaitSeconds: 5,
    longestWaitSeconds: 900,
    forgivenInSeconds: 3600,
    clearedBySuccess: false,
    isNetwork: true,
  };
}
