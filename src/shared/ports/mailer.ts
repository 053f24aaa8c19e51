export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; may hold a one-time link, so it is sealed at rest and deleted once sent. */
  readonly text: string;
  /** What it is about, such as `invitation:12`: there whoever caused it sees whether it was delivered. */
  readonly about?: string;
  /** The organization whose trail tells that it was given up; without one, that of the installation does. */
  readonly organizationId?: number;
}

/** What became of a mail; `delivered`: the mail server has taken it. */
export const MAIL_STATES = ['waiting', 'delivered', 'undeliverable'] as const;

export interface MailFate {
  readonly state: (typeof MAIL_STATES)[number];
  /** What the mail server answered at the last attempt that failed, as codes. */
  readonly reason: string | null;
}

/** What became of the newest mail about each of these things; none if it is older than the outbox keeps. */
export abstract class MailFates {
  abstract of(abouts: readonly string[]): Promise<ReadonlyMap<string, MailFate>>;
}

/** Puts mails into the outbox within the caller's unit of work; a job delivers each, with retries, after the commit. */
export abstract class Mailer {
  /** The same few statements, however many mails there are. */
  abstract send(...mails: readonly Mail[]): Promise<void>;
}
