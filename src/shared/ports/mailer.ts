import type { Language, Sentence } from '../sentence.js';

/** A sentence or more, or lines that stay lines. */
export type Paragraph = Sentence | readonly Sentence[];

/** Who else than its recipient caused a mail, and where they see that it was given up. */
export interface MailCause {
  /** What it is about, such as `invitation:12`: the trail names it, and lists show what became of its newest mail. */
  readonly about?: string;
  /** The organization whose trail tells that it was given up; without one, that of the installation does. */
  readonly organizationId?: number;
}

export interface Mail extends MailCause {
  readonly to: string;
  readonly subject: Sentence;
  /** Is put into the language of whoever reads it. May hold a one-time link, so it is sealed at rest and deleted once sent. */
  readonly body: readonly Paragraph[];
}

/** What several people get, each under their own name. */
export type MailText = Pick<Mail, 'subject' | 'body'>;

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

/** How a person reads times and sentences. */
export interface Reader {
  readonly language: Language;
  /** Of the IANA database, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

/** How a person wants to read; `null` while they have not said it. */
export interface ReadingPreference {
  readonly language: Language | null;
  readonly timeZone: string | null;
}

/** How those who get mails want to read them, by address; without those who have never said it. */
export abstract class MailReaders {
  abstract of(addresses: readonly string[]): Promise<ReadonlyMap<string, ReadingPreference>>;
}

/** Puts mails into the outbox within the caller's unit of work; a job delivers each, with retries, after the commit. */
export abstract class Mailer {
  /** The same few statements, however many mails there are. */
  abstract send(...mails: readonly Mail[]): Promise<void>;
}
