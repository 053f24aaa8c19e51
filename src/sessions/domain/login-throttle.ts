import { networkThrottle } from '../../shared/network-throttle.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

const DAY_SECONDS = 86_400;
const OF_NETWORK = { free: 100, firstWait: 5 };

/**
 * Guessing is slowed in three ways that answer 429. They count what was typed, so that the answers are the same whether or not
 * there is such an account, and which of its names it is:
 * - this name from this network: after 10 failures each wait doubles, up to 15 minutes;
 * - this network, whatever the name (one password tried on many accounts): after 100. It also bounds how many counters a
 *   network can make: what is refused with 429 makes none;
 * - this name from anywhere (many addresses): after 100. It does not apply in networks from which any person has logged
 *   in before, because a stranger's failures must not shut out the owner. Any person counts, so that it does not reveal whose name it is.
 * On a device that the account trusts only the failures of that device count, whatever happens in its network.
 */
export function loginThrottle(input: {
  /** What was typed, in a form in which two spellings of one name are equal. */
  name: string;
  network: string;
  isNewNetwork: boolean;
  /** The trusted device that the login comes from. */
  knownDeviceId: number | null;
}): ThrottledAction[] {
  const { name, network, isNewNetwork, knownDeviceId } = input;
  if (knownDeviceId !== null) return [fewFailures('login_device', `device ${knownDeviceId}`)];
  const here = [fewFailures('login', `${name} ${network}`), networkThrottle('login_network', network, OF_NETWORK)];
  return isNewNetwork ? [...here, manyFailures('login_name', name)] : here;
}

/**
 * The bound of NIST SP 800-63B-4 section 3.2.2: after 100 failures on one account, under any of its names and from
 * anywhere, strangers have to wait. A 429 would tell that there is an account, and which names belong to it. So the
 * answer is that of a wrong password, for the right one too and at the same cost. The price: for up to an hour the
 * owner gets that answer as well, except on a device that the account trusts or in a network from which it has logged
 * in before, where the limit does not apply.
 * @param subject for names without an account a stand-in, so that the same work is done for them
 */
export function accountLimit(subject: string): ThrottledAction {
  return manyFailures('login_account', subject);
}

/** For credentials that cannot be guessed: only a broken or hostile client often sends wrong ones. */
export function refreshThrottle(network: string): ThrottledAction[] {
  return [networkThrottle('refresh_network', network, OF_NETWORK)];
}

/**
 * Counted for the session: a person at an open screen must not try out the password for long, nor keep its owner out
 * elsewhere.
 */
export function passwordStepUpThrottle(sessionId: number): ThrottledAction {
  return { ...fewFailures('password_step_up', `session ${sessionId}`), freeFailures: 5, firstWaitSeconds: 30 };
}

function fewFailures(scope: string, subject: string): ThrottledAction {
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

function manyFailures(scope: string, subject: string): ThrottledAction {
  return {
    scope,
    subject,
    freeFailures: 100,
    firstWaitSeconds: 60,
    longestWaitSeconds: 3600,
    forgivenInSeconds: DAY_SECONDS,
    clearedBySuccess: true,
  };
}
