import { inMail } from '../../shared/in-mail.js';
import type { MailText } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';
import type { Pause } from './webhook.js';

/** Goes to those who may change the organization, when the service pauses a webhook. */
export function webhookPausedMail(webhook: string, because: Exclude<Pause, 'ASKED'>): MailText {
  const name = inMail(webhook);
  return {
    subject: say('The webhook {name} is paused', { name }),
    body: [
      because === 'GONE'
        ? say('the receiver of the webhook "{name}" answered that it is gone (410), so we have paused it.', { name })
        : say('the receiver of the webhook "{name}" has not taken an event in about three days, so we have paused it.', { name }),
      'Events wait in the audit trail. Open "Webhooks" in your organization: the log shows the answers. Repair the receiver or enter its new address, then resume the webhook. The events follow in order.',
    ],
  };
}
