import { Injectable } from '@nestjs/common';
import { DescribeSsoReadiness } from '../../sso/application/describe-sso-readiness.js';
import { ReadLockedEnforcement } from '../../sso-enforcement/application/read-locked-enforcement.js';
import { RequireSignOn } from '../../sso-enforcement/application/require-sign-on.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Jobs } from '../../shared/ports/jobs.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { assertCan, canMove } from '../domain/wave.js';
import { closedGates } from '../domain/wave-gate.js';
import { WaveBlocked } from '../domain/wave.errors.js';
import { ClassifyMembers } from './classify-members.js';
import { WaveMembers } from './ports/wave-members.js';
import { type WaveKey, Waves } from './ports/waves.js';
import { REMIND_JOB } from './remind-members.js';

const ACTIONS = { start: 'sso.migration.wave_started', resume: 'sso.migration.wave_resumed' } as const;

/** Requires single sign-on of the members of a wave, whoever has it done. */
@Injectable()
export class EnforceWave {
  constructor(
    private readonly readLockedEnforcement: ReadLockedEnforcement,
    private readonly requireSignOn: RequireSignOn,
    private readonly describeReadiness: DescribeSsoReadiness,
    private readonly waves: Waves,
    private readonly members: WaveMembers,
    private readonly classifyMembers: ClassifyMembers,
    private readonly jobs: Jobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Whoever would be locked out now, whatever they were when the wave was made, is left behind. Asks nobody's permission.
   * @param actorUserId `null`: its time has come @throws NotFound, WaveNotThere, WaveBlocked
   */
  execute(key: WaveKey, action: keyof typeof ACTIONS, actorUserId: number | null): Promise<void> {
    const { organizationId, number } = key;
    return this.unitOfWork.run(async () => {
      const { mode, breakGlass } = await this.readLockedEnforcement.execute(organizationId);
      const wave = await this.waves.lock(key);
      if (wave === null) throw new NotFound('Wave');
      assertCan(wave, action);
      const { connections, domains } = await this.describeReadiness.execute({ organizationId, userIds: [] });
      const previous = await this.waves.previousOf(key);
      const chosen = await this.members.idsOf(key);
      const judged = await this.classifyMembers.execute(organizationId, { userIds: chosen });
      const userIds = judged.filter(canMove).map(({ userId }) => userId);
      const movable = userIds.length;
      const readyBreakGlass = breakGlass.filter(({ isReady }) => isReady).length;
      const gates = closedGates({ mode, readyBreakGlass, connections, domains, previous, movable });
      if (gates.length > 0) throw new WaveBlocked(gates);
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
        detail: { from: wave.status, required: movable, left_behind: chosen.length - movable },
      });
    });
  }
}
