import { networkThrottle } from '../../shared/network-throttle.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

const HOUR_SECONDS = 3_600;

/** Each start writes a row, and a whole office may come through one address at nine o'clock. */
export function startThrottle(network: string): ThrottledAction {
  return networkThrottle('sso_start', network, { free: 1_000, firstWait: 5 });
}

/** Enough for an office, too few to find out from a list of addresses who is a customer. */
export function discoveryThrottle(network: string): ThrottledAction {
  return networkThrottle('sso_discover', network, { free: 300, firstWait: 30 });
}

/** For codes and tokens that cannot be guessed: only a broken or hostile client often sends wrong ones. */
export function tokenThrottle(network: string): ThrottledAction {
  return networkThrottle('sso_token', network, { free: 100, firstWait: 5 });
}

/**
 * SAML answers that were refused: each has cost a parser and a verifier their work, and honest ones are hardly ever
 * refused. The wait stays short, because a whole office may come through one address and must not be locked out because
 * of one person.
 */
export function answerThrottle(network: string): ThrottledAction {
  const limits = networkThrottle('sso_answer', network, { free: 10, firstWait: 5 });
  return { ...limits, longestWaitSeconds: 60, forgivenInSeconds: 600 };
}

/** Logouts that the provider did not ask for; each writes a row. */
export function logoutThrottle(network: string): ThrottledAction {
  return networkThrottle('sso_logout', network, { free: 100, firstWait: 5 });
}

/** Frames that end no session: most are of people who have logged out here before, so they must not use up what other logouts have. */
export function frontchannelThrottle(network: string): ThrottledAction {
  return networkThrottle('sso_frontchannel', network, { free: 300, firstWait: 5 });
}

/**
 * Passwords that are shown to link an account: the operator of a provider can make any number of link tokens for it.
 */
export function proofThrottles(userId: number, network: string): ThrottledAction[] {
  return [
    {
      scope: 'sso_proof',
      subject: `user ${userId}`,
      freeFailures: 10,
      firstWaitSeconds: 60,
      longestWaitSeconds: HOUR_SECONDS,
      forgivenInSeconds: 24 * HOUR_SECONDS,
      clearedBySuccess: true,
    },
    networkThrottle('sso_proof_network', network, { free: 100, firstWait: 5 }),
  ];
}
