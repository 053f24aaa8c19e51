export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; may hold a one-time link, so it is sealed at rest and gone once sent. */
  readonly text: string;
}

/** Puts a mail into the outbox within the caller's unit of work; a job delivers it, with retries, after the commit. */
export abstract class Mailer {
  abstract send(mail: Mail): Promise<void>;
}
