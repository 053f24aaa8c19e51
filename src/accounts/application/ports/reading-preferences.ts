import { MailReaders, type ReadingPreference } from '../../../shared/ports/mailer.js';

export type { ReadingPreference } from '../../../shared/ports/mailer.js';

export abstract class ReadingPreferences extends MailReaders {
  abstract find(userId: number): Promise<ReadingPreference>;
  abstract save(userId: number, preference: ReadingPreference): Promise<void>;
}
