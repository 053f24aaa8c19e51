export const DELIVER = 'mail.deliver';
export const PURGE = 'mail.purge';

/** With the queue's growing pauses, from seconds to six hours, the last attempt comes after about four days. */
export const MOST_ATTEMPTS = 25;

/** The row counts the attempts of a mail; the queue also counts those that a crash cut short, and must not give up first. */
export const MOST_JOB_ATTEMPTS = 2 * MOST_ATTEMPTS;

export function bodyContext(id: string): string {
  return `outbox_mails.body_sealed:${id}`;
}
