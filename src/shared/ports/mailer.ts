export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; may hold a one-time link, so it is sealed at rest and gone once sent. */
  readonly text: string;
}

/** Puts mails into the outbox within the caller's unit of work; a job delivers each, with retries, after the commit. */
export abstract class Mailer {
  /** However many they are, by the same few statements. */
  abstract send(...mails: readonly Mail[]): Promise<void>;
}
