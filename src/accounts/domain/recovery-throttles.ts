import { networkThrottle } from '../../shared/network-throttle.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import type { TokenPurpose } from './mailed-token.js';

/** A person at an unlocked screen must not be able to try out the owner's password for long. */
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
 * Mails to one address: a handful at once, then a few a day, so that no mailbox is flooded. Counted by the key of the
 * address, because upper case does not make a second mailbox, and whether or not an account has it.
 */
export function mailThrottle(
  kind: TokenPurpose | 'admin_password_reset' | 'address_change_notice' | 'preferences_changed',
  emailKey: string,
): ThrottledAction {
  return {
    scope: `${kind}_mail`,
    subject: emailKey,
    freeFailures: 4,
    firstWaitSeconds: 300,
    longestWaitSeconds: 3600,
    forgivenInSeconds: 21_600,
    // Never cleared: it makes requests for one address wait for each other, so that a burst is counted one by one.
    clearedBySuccess: true,
  };
}

/** Requests from one network, for any addresses: enough for an office, too few to try out a list of people. */
export function resetRequestThrottle(network: string): ThrottledAction {
  return networkThrottle('password_reset_request', network, { free: 60, firstWait: 30 });
}

/** 256 bits cannot be guessed; a client that keeps trying is broken or hostile. */
export function mailedTokenThrottle(purpose: TokenPurpose, network: string): ThrottledAction {
  return networkThrottle(`${purpose}_token`, network, { free: 100, firstWait: 5 });
}
