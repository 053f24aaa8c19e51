import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

const DAY_SECONDS = 86_400;

/**
 * Guessing is slowed in three ways, so that none of them can lock the owner out:
 * - this account from this network: after 10 failures each wait doubles, up to 15 minutes;
 * - this network, whatever the account (one password tried on many accounts): after 100;
 * - this account from anywhere (many addresses): after 100, the bound of NIST SP 800-63B-4 section 3.2.2. It
 *   does not apply where the account has logged in before, for a stranger's failures must not shut out the owner.
 * On a device that the account trusts only the failures of that device count, whatever happens in its network.
 */
export function loginThrottle(input: {
  /** The account that the name leads to, or the name where it leads to none: an e-mail address is no second chance. */
  account: string;
  network: string;
  isKnownNetwork: boolean;
  /** The trusted device that the login comes from. */
  knownDeviceId: number | null;
}): ThrottledAction[] {
  const { account, network, isKnownNetwork, knownDeviceId } = input;
  if (knownDeviceId !== null) return [accountThrottle('login_device', `device ${knownDeviceId}`)];
  const actions: ThrottledAction[] = [
    accountThrottle('login', `${account} ${network}`),
    networkThrottle('login_network', network),
  ];
  if (!isKnownNetwork) {
    actions.push({
      scope: 'login_account',
      subject: account,
      freeFailures: 100,
      firstWaitSeconds: 60,
      longestWaitSeconds: 3600,
      forgivenInSeconds: DAY_SECONDS,
      clearedBySuccess: true,
    });
  }
  return actions;
}

/** For credentials that nobody can guess and only a broken or hostile client sends wrong often. */
export function refreshThrottle(network: string): ThrottledAction[] {
  return [networkThrottle('refresh_network', network)];
}

/** Of the session: somebody at an open screen must not try out the password for long, nor keep its owner out elsewhere. */
export function passwordStepUpThrottle(sessionId: number): ThrottledAction {
  return { ...accountThrottle('password_step_up', `session ${sessionId}`), freeFailures: 5, firstWaitSeconds: 30 };
}

function accountThrottle(scope: string, subject: string): ThrottledAction {
  return {
    scope,
    subject,
    freeFailures: 10,
    firstWaitSeconds: 1,
    longestWaitSeconds: 900,
    forgivenInSeconds: DAY_SECONDS,
    clearedBySuccess: true,
  };
}

function networkThrottle(scope: string, network: string): ThrottledAction {
  return {
    scope,
    subject: network,
    freeFailures: 100,
    firstWaitSeconds: 5,
    longestWaitSeconds: 900,
    forgivenInSeconds: 3600,
    clearedBySuccess: false,
  };
}
