import { networkThrottle } from '../../shared/network-throttle.js';
import type { ThrottledAction } from '../../shared/ports/attempt-throttle.js';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const COUNTED = { firstWaitSeconds: 60, longestWaitSeconds: HOUR_SECONDS, clearedBySuccess: true };

/**
 * Each mail counts for its sender and for its recipient: an inviter must not flood the world, and all inviters together
 * must not flood one mailbox. These counts are never cleared; the mark only makes mails that are sent at once wait for
 * each other.
 */
export function mailThrottles(inviterId: number, emailKey: string): ThrottledAction[] {
  return [
    {
      ...COUNTED,
      scope: 'invitation_mail_from',
      subject: `user ${inviterId}`,
      freeFailures: 200,
      forgivenInSeconds: DAY_SECONDS,
    },
    receivedMailThrottle(emailKey),
  ];
}

/** The only limit when a directory invites: it brings as many people as the organization has. */
export function receivedMailThrottle(emailKey: string): ThrottledAction {
  return {
    ...COUNTED,
    scope: 'invitation_mail_to',
    subject: emailKey,
    freeFailures: 10,
    forgivenInSeconds: DAY_SECONDS,
  };
}

/** 256 bits cannot be guessed; a client that keeps trying is broken or hostile. */
export function tokenThrottle(network: string): ThrottledAction {
  return networkThrottle('invitation_token', network, { free: 100, firstWait: 5 });
}

/** An invited person may try a few taken usernames, but not find out who has an account here. */
export function usernameThrottle(invitationId: number): ThrottledAction {
  return {
    scope: 'invitation_username',
    subject: `invitation ${invitationId}`,
    freeFailures: 10,
    firstWaitSeconds: 30,
    longestWaitSeconds: HOUR_SECONDS,
    forgivenInSeconds: DAY_SECONDS,
    clearedBySuccess: false,
  };
}
