import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type DomainError, NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { WaveAction, WaveView } from '../domain/wave.js';
import { WaveBlocked } from '../domain/wave.errors.js';
import { EnforceWave } from './enforce-wave.js';
import { type WaveKey, Waves } from './ports/waves.js';
import { ResumeWave } from './resume-wave.js';
import { SetWaveDate } from './set-wave-date.js';
import { SuspendWave } from './suspend-wave.js';

export type WaveStep = { readonly action: Exclude<WaveAction, 'schedule'> } | { readonly action: 'schedule'; readonly startsAt: Date };

const EVENTS: Readonly<Record<WaveAction, string>> = {
  schedule: 'sso.migration.wave_scheduled',
  start: 'sso.migration.wave_started',
  pause: 'sso.migration.wave_paused',
  resume: 'sso.migration.wave_resumed',
  rollback: 'sso.migration.wave_rolled_back',
};

/** All steps that people take with an existing wave. */
@Injectable()
export class SteerWave {
  constructor(
    private readonly access: AccessControl,
    private readonly waves: Waves,
    private readonly setDate: SetWaveDate,
    private readonly enforceWave: EnforceWave,
    private readonly resumeWave: ResumeWave,
    private readonly suspendWave: SuspendWave,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound, ValidationFailed, WaveNotThere, WaveBlocked */
  async execute(caller: Caller, key: WaveKey, step: WaveStep): Promise<WaveView> {
    const { organizationId, number } = key;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const event = {
      action: EVENTS[step.action],
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'sso_wave', id: number },
    };
    await recordRefusal(this.auditTrail, event, () => this.take(key, step, caller.userId), gatesOf);
    const wave = await this.waves.find(key);
    if (wave === null) throw new NotFound('Wave');
    return wave;
  }

  private take(key: WaveKey, step: WaveStep, actorUserId: number): Promise<void> {
    switch (step.action) {
      case 'schedule': {
        const { startsAt } = step;
        return this.unitOfWork.run(() => this.setDate.execute({ key, startsAt, actorUserId }));
      }
      case 'start':
        return this.enforceWave.execute(key, step.action, actorUserId);
      case 'resume':
        return this.resumeWave.execute(key, actorUserId);
      case 'pause':
      case 'rollback':
        return this.suspendWave.execute(key, { action: step.action, actorUserId });
    }
  }
}

/** Codes only, as the trail has them for a wave that pauses automatically. */
function gatesOf(refusal: DomainError): { readonly gates?: readonly string[] } {
  return refusal instanceof WaveBlocked ? { gates: refusal.gates.map(({ code }) => code) } : {};
}
