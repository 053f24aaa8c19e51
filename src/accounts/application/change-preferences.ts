import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { RateLimited } from '../../shared/domain-error.js';
import { emailKeyOf } from '../../shared/email-key.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { preferencesChangedMail } from '../domain/recovery-mails.js';
import { mailThrottle } from '../domain/recovery-throttles.js';
import { type ReadingPreference, ReadingPreferences } from './ports/reading-preferences.js';

/** A person says in which language and time zone they want their mails. */
@Injectable()
export class ChangePreferences {
  constructor(
    private readonly preferences: ReadingPreferences,
    private readonly mailer: Mailer,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws RateLimited */
  async execute(caller: Caller, preference: ReadingPreference): Promise<ReadingPreference> {
    const { userId, email } = caller;
    const { language, timeZone } = preference;
    const wait = await this.unitOfWork.run(async () => {
      const before = await this.preferences.find(userId);
      // The first choice is that of the browser, and no news.
      const isOther = before.language !== null && (before.language !== language || before.timeZone !== timeZone);
      const refusedFor = isOther
        ? await this.throttle.settle([mailThrottle('preferences_changed', emailKeyOf(email) ?? email)], 'failure')
        : 0;
      if (refusedFor > 0) return refusedFor;
      // Sent before the change, in the former language: a thief could choose one that the owner does not read.
      if (isOther) await this.mailer.send(preferencesChangedMail(caller, this.clock.now()));
      await this.preferences.save(userId, preference);
      await this.auditTrail.record({
        action: 'user.preferences_changed',
        outcome: 'success',
        actorUserId: userId,
        target: { type: 'user', id: userId },
        detail: { language, time_zone: timeZone },
      });
      return 0;
    });
    // Not inside: the attempt has to stay counted.
    if (wait > 0) throw new RateLimited(wait);
    return preference;
  }
}
