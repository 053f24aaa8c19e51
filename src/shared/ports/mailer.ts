export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; may hold a one-time link, so it is sealed at rest and deleted once sent. */
  readonly text: string;
  /** What it is about, such as `invitation:12`: there whoever caused it sees whether it was delivered. */
  readonly about?: string;
}

/** Puts mails into the outbox within the caller's unit of work; a job delivers each, with retries, after the commit. */
export abstract class Mailer {
  /** The same few statements, however many mails there are. */
  abstract send(...mails: readonly Mail[]): Promise<void>;
}
