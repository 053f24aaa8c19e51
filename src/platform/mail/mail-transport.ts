export interface OutgoingMail {
  /** The same at every attempt, so that a second copy can be recognised; angle brackets included. */
  readonly messageId: string;
  readonly date: Date;
  readonly from: string;
  /** One plain address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as a page. */
  readonly html: string;
}

/**
 * Where mails leave the service. Once `send` has resolved, the mail is in the hands of the next system and survives our
 * crash.
 */
export abstract class MailTransport {
  /** @throws MailNotTaken */
  abstract send(mail: OutgoingMail): Promise<void>;
  /** Closes idle connections; a mail on its way is finished. */
  abstract close(): void;
}

/**
 * `reason` names codes and the step, never the server's text: that may quote the recipient, a credential or the body.
 */
export class MailNotTaken extends Error {
  constructor(
    readonly reason: string,
    /** This mail to this recipient will never be accepted: another attempt cannot help. */
    readonly permanent: boolean,
  ) {
    super(`The mail was not taken: ${reason}`);
    this.name = 'MailNotTaken';
  }
}
