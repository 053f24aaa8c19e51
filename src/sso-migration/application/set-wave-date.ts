import { Injectable } from '@nestjs/common';
import { NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Jobs } from '../../shared/ports/jobs.js';
import { assertCan, startProblems } from '../domain/wave.js';
import { WaveMembers } from './ports/wave-members.js';
import { type WaveKey, Waves } from './ports/waves.js';
import { REMIND_JOB } from './remind-members.js';

@Injectable()
export class SetWaveDate {
  constructor(
    private readonly waves: Waves,
    private readonly members: WaveMembers,
    private readonly jobs: Jobs,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the unit of work. Tells its members the date, and a changed date again. @throws NotFound, ValidationFailed,
   * WaveNotThere
   */
  async execute({ key, startsAt, actorUserId }: { key: WaveKey; startsAt: Date; actorUserId: number }): Promise<void> {
    const now = this.clock.now();
    const problems = startProblems(startsAt, now);
    if (problems.length > 0) throw new ValidationFailed(problems);
    const wave = await this.waves.lock(key);
    if (wave === null) throw new NotFound('Wave');
    assertCan(wave, 'schedule');
    await this.waves.save({ ...wave, status: 'scheduled', startsAt, notifiedAt: null, pausedBecause: null });
    await this.members.forgetReminders(key);
    await this.jobs.enqueue(REMIND_JOB, {}, { key: REMIND_JOB });
    await this.auditTrail.record({
      action: 'sso.migration.wave_scheduled',
      outcome: 'success',
      actorUserId,
      organizationId: key.organizationId,
      target: { type: 'sso_wave', id: key.number },
      detail: { starts_at: startsAt.toISOString() },
    });
  }
}
