import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type ReadingPreference, ReadingPreferences } from './ports/reading-preferences.js';

export type { ReadingPreference } from './ports/reading-preferences.js';

/** A person says in which language and time zone they want their mails. */
@Injectable()
export class ChooseReading {
  constructor(
    private readonly preferences: ReadingPreferences,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  current({ userId }: Caller): Promise<ReadingPreference> {
    return this.preferences.find(userId);
  }

  async execute({ userId }: Caller, preference: ReadingPreference): Promise<ReadingPreference> {
    const { language, timeZone } = preference;
    await this.unitOfWork.run(async () => {
      await this.preferences.save(userId, preference);
      await this.auditTrail.record({
        action: 'user.preferences_changed',
        outcome: 'success',
        actorUserId: userId,
        target: { type: 'user', id: userId },
        detail: { language, time_zone: timeZone },
      });
    });
    return preference;
  }
}
