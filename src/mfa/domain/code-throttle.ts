import { networkThrottle } from '../../shared/network-throttle.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

const DAY_SECONDS = 86_400;

/**
 * Wrong codes count across challenges: an attacker who has the password must not get five guesses with each login. As
 * with passwords, each network has its own count, so that a guessing stranger does not lock out the owner; the bound
 * over all networks (NIST SP 800-63B-4 section 3.2.2) does not apply in networks from which the account has logged in
 * before. Only codes that can be guessed are counted: passkeys and recovery codes always stay a way in.
 */
export function codeThrottle(input: { userId: number; network: string; isKnownNetwork: boolean }): ThrottledAction[] {
  const { userId, network, isKnownNetwork } = input;
  const here = throttle('mfa_code', `user ${userId} ${network}`, { free: 10, firstWait: 30, longestWait: 900 });
  const anywhere = throttle('mfa_code_account', `user ${userId}`, { free: 100, firstWait: 60, longestWait: 3600 });
  return isKnownNetwork ? [here] : [here, anywhere];
}

/**
 * Counted for the session, so that guesses at logins do not keep the owner from protecting the account. Sessions that
 * providers opened share one count: the operator of a provider can open as many as they like, and would go on guessing
 * in the next.
 */
export function stepUpThrottle(session: { userId: number; sessionId: number; ssoConnectionId: number | null }): ThrottledAction[] {
  const { userId, sessionId, ssoConnectionId } = session;
  if (ssoConnectionId === null) return [throttle('mfa_step_up', `session ${sessionId}`, { free: 10, firstWait: 30, longestWait: 900 })];
  return [throttle('mfa_step_up_sso', `user ${userId}`, { free: 10, firstWait: 60, longestWait: 3600 })];
}

/** For challenge tokens: they cannot be guessed, and only a broken or hostile client often sends wrong ones. */
export function challengeThrottle(network: string): ThrottledAction[] {
  return [networkThrottle('mfa_network', network, { free: 100, firstWait: 5 })];
}

function throttle(scope: string, subject: string, limits: { free: number; firstWait: number; longestWait: number }): ThrottledAction {
  return {
    scope,
    subject,
    freeFailures: limits.free,
    firstWaitSeconds: limits.firstWait,
    longestWaitSeconds: limits.longestWait,
    forgivenInSeconds: DAY_SECONDS,
    clearedBySuccess: true,
  };
}
