import { inMail } from '../../shared/in-mail.js';
import type { MailText } from '../../shared/ports/mailer.js';
import { say } from '../../shared/sentence.js';
import type { Pause } from './webhook.js';

/** Goes to those who can set up webhooks, when the service gives up for now. */
export function webhookPausedMail(webhook: string, because: Exclude<Pause, 'ASKED'>): MailText {
  const name = inMail(webhook);
  return {
    subject: say('The webhook {name} is paused', { name }),
    body: [
      because === 'GONE'
        ? say('The receiver of the webhook "{name}" answered that it is gone (410), so we send it nothing more.', { name })
        : say('The receiver of the webhook "{name}" has not taken an event in about three days, so we send it nothing more.', { name }),
      'Events wait in the audit trail. Open "Webhooks" in your organization: the log shows what the receiver answered. When it works again, resume the webhook, and they follow in order.',
    ],
  };
}
