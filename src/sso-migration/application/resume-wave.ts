import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Jobs } from '../../shared/ports/jobs.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { assertCan, statusOfResumed } from '../domain/wave.js';
import { EnforceWave } from './enforce-wave.js';
import { type WaveKey, Waves } from './ports/waves.js';
import { REMIND_JOB } from './remind-members.js';

/** A wave continues from where it was paused. */
@Injectable()
export class ResumeWave {
  constructor(
    private readonly waves: Waves,
    private readonly enforceWave: EnforceWave,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, WaveNotThere, WaveBlocked */
  async execute(key: WaveKey, actorUserId: number): Promise<void> {
    const isAwaited = await this.unitOfWork.run(() => this.putBack(key, actorUserId));
    if (!isAwaited) await this.enforceWave.execute(key, 'resume', actorUserId);
  }

  private async putBack(key: WaveKey, actorUserId: number): Promise<boolean> {
    const wave = await this.waves.lock(key);
    if (wave === null) throw new NotFound('Wave');
    assertCan(wave, 'resume');
    const status = statusOfResumed(wave, this.clock.now());
    if (status === null) return false;
    await this.waves.save({ ...wave, status, pausedBecause: null });
    await this.jobs.enqueue(REMIND_JOB, {}, { key: REMIND_JOB });
    await this.auditTrail.record({
      action: 'sso.migration.wave_resumed',
      outcome: 'success',
      actorUserId,
      organizationId: key.organizationId,
      target: { type: 'sso_wave', id: key.number },
      detail: { from: wave.status, to: status },
    });
    return true;
  }
}
