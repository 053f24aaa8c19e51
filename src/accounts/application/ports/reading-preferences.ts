import type { Language } from '../../../shared/sentence.js';
import { MailReaders } from '../../../shared/ports/mailer.js';

/** How a person wants to read what the service sends; `null` while they have not said it. */
export interface ReadingPreference {
  readonly language: Language | null;
  /** Of the IANA database, such as `Europe/Berlin`. */
  readonly timeZone: string | null;
}

export abstract class ReadingPreferences extends MailReaders {
  abstract find(userId: number): Promise<ReadingPreference>;
  abstract save(userId: number, preference: ReadingPreference): Promise<void>;
}
