import { Injectable } from '@nestjs/common';
import { ReadLockedEnforcement } from '../../sso-enforcement/application/read-locked-enforcement.js';
import { RequireSignOn } from '../../sso-enforcement/application/require-sign-on.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Jobs } from '../../shared/ports/jobs.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { assertCan } from '../domain/wave.js';
import { WaveBlocked } from '../domain/wave.errors.js';
import { JudgeWave } from './judge-wave.js';
import { type WaveKey, Waves } from './ports/waves.js';
import { REMIND_JOB } from './remind-members.js';

const ACTIONS = { start: 'sso.migration.wave_started', resume: 'sso.migration.wave_resumed' } as const;

/** Requires single sign-on of the members of a wave, whether a person or the schedule starts it. */
@Injectable()
export class EnforceWave {
  constructor(
    private readonly readLockedEnforcement: ReadLockedEnforcement,
    private readonly requireSignOn: RequireSignOn,
    private readonly waves: Waves,
    private readonly judgeWave: JudgeWave,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Members who would be locked out now are left behind, whatever they were when the wave was made. Checks no
   * permission.
   * @param actorUserId `null`: its time has come @throws NotFound, WaveNotThere, WaveBlocked
   */
  execute(key: WaveKey, action: keyof typeof ACTIONS, actorUserId: number | null): Promise<void> {
    const { organizationId, number } = key;
    return this.unitOfWork.run(async () => {
      const enforcement = await this.readLockedEnforcement.execute(organizationId);
      const wave = await this.waves.lock(key);
      if (wave === null) throw new NotFound('Wave');
      assertCan(wave, action);
      const { gates, movable, leftBehind } = await this.judgeWave.execute(key, enforcement);
      if (gates.length > 0) throw new WaveBlocked(gates);
      const userIds = movable.map(({ userId }) => userId);
      const graceSeconds = wave.graceHours * 3600;
      await this.requireSignOn.execute({ organizationId, userIds, waveNumber: number, graceSeconds });
      const enforcedAt = this.clock.now();
      await this.waves.save({ ...wave, status: 'enforced', enforcedAt, pausedBecause: null, endedAt: null });
      await this.jobs.enqueue(REMIND_JOB, {}, { key: REMIND_JOB });
      await this.auditTrail.record({
        action: ACTIONS[action],
        outcome: 'success',
        actorUserId,
        organizationId,
        target: { type: 'sso_wave', id: number },
        detail: { from: wave.status, required: movable.length, left_behind: leftBehind.length },
      });
    });
  }
}
