import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { WaveView } from '../domain/wave.js';
import { ChooseWaveMembers, type WaveChoice } from './choose-wave-members.js';
import { ClassificationTurns } from './ports/classification-turns.js';
import { WaveMembers } from './ports/wave-members.js';
import { Waves } from './ports/waves.js';
import { RequireFreshPlan } from './require-fresh-plan.js';
import { SetWaveDate } from './set-wave-date.js';

export interface WaveProposal {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly name: string;
  readonly choice: WaveChoice;
  readonly graceHours: number;
  readonly startsAt: Date | null;
}

@Injectable()
export class CreateWave {
  constructor(
    private readonly access: AccessControl,
    private readonly turns: ClassificationTurns,
    private readonly requireFreshPlan: RequireFreshPlan,
    private readonly chooseMembers: ChooseWaveMembers,
    private readonly setDate: SetWaveDate,
    private readonly waves: Waves,
    private readonly members: WaveMembers,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * The wave requires nothing of its members yet. @throws Forbidden, NotFound, ValidationFailed, PlanStale,
   * MembersNotReady, InAnotherWave, NobodyToMove
   */
  async execute(proposal: WaveProposal): Promise<WaveView> {
    const { caller, organizationId } = proposal;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const event = { action: 'sso.migration.wave_created', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.turns.take(organizationId, () => this.unitOfWork.run(() => this.create(proposal, event))),
    );
  }

  private async create(
    { caller, organizationId, name, choice, graceHours, startsAt }: WaveProposal,
    event: { action: string; actorUserId: number; organizationId: number },
  ): Promise<WaveView> {
    // Holds the plan, and so the number of the next wave and the list of members in no wave.
    const plan = await this.requireFreshPlan.execute(organizationId);
    const userIds = await this.chooseMembers.execute(organizationId, choice);
    const now = { createdBy: caller.userId, createdAt: this.clock.now() };
    const draft = {
      organizationId,
      name,
      status: 'draft',
      planId: plan.id,
      startsAt: null,
      graceHours,
      ...now,
    } as const;
    const key = { organizationId, number: await this.waves.add(draft) };
    await this.members.add(key, userIds);
    const target = { type: 'sso_wave', id: key.number };
    const detail = { name, members: userIds.length, plan: plan.number, grace_hours: graceHours };
    await this.auditTrail.record({ ...event, target, outcome: 'success', detail });
    if (startsAt !== null) await this.setDate.execute({ key, startsAt, actorUserId: caller.userId });
    const wave = await this.waves.find(key);
    if (wave === null) throw new NotFound('Wave');
    return wave;
  }
}
