import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type ReadingPreference, ReadingPreferences } from './ports/reading-preferences.js';

export type { ReadingPreference } from './ports/reading-preferences.js';

/** In which language and time zone a person wants their mails. */
@Injectable()
export class ReadPreferences {
  constructor(private readonly preferences: ReadingPreferences) {}

  execute({ userId }: Caller): Promise<ReadingPreference> {
    return this.preferences.find(userId);
  }
}
