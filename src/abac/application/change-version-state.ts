import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { AlreadyInState, IsActive, NotInForce, PolicyArchived } from '../domain/policy.errors.js';
import type { Policy } from '../domain/policy.js';
import type { PublishedFrom } from '../domain/request-contexts.js';
import type { WrittenPolicy } from './create-policy.js';
import { EnterPolicy } from './enter-policy.js';
import { ForecastKeptOut, type KeptOut } from './forecast-kept-out.js';
import { JudgePublication } from './judge-publication.js';
import { MoveVersion } from './move-version.js';
import { WarnOfNames } from './warn-of-names.js';

interface ChosenVersion {
  readonly caller: Caller;
  readonly policyId: number;
  readonly version: number;
  readonly revision: number;
}

@Injectable()
export class ChangeVersionState {
  constructor(
    private readonly access: AccessControl,
    private readonly enterPolicy: EnterPolicy,
    private readonly judgePublication: JudgePublication,
    private readonly forecastKeptOut: ForecastKeptOut,
    private readonly moveVersion: MoveVersion,
    private readonly warnOfNames: WarnOfNames,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * From now on the version decides instead of the active one. An older version can come back in this way.
   * @returns also whom it keeps out; `null` if the caller may not know that
   * @throws Forbidden, OwnerApprovalRequired, NotFound, EditedMeanwhile, AlreadyInState, PolicyArchived, ExamplesFailed, LocksOut,
   * PublishedMeanwhile, TooManyInForce, PoliciesTooLarge, Unavailable
   */
  async activate(chosen: ChosenVersion, from: PublishedFrom): Promise<WrittenPolicy & { readonly keptOut: KeptOut | null }> {
    const { caller, revision } = chosen;
    const { policy, version, held } = await this.enterPolicy.version(caller, 'abac.grant', chosen.policyId, chosen.version);
    const { organizationId } = policy;
    return this.recorded('abac.policy.activated', caller, policy, async (event) => {
      if (policy.status === 'archived') throw new PolicyArchived();
      if (policy.revision !== revision) throw new EditedMeanwhile();
      if (version.state === 'active') throw new AlreadyInState('active');
      const judgedAt = await this.judgePublication.execute(policy, version, held, from);
      // It tells what is known of people.
      const mayKnow = (await this.access.where(caller, 'abac.read')).includes(organizationId);
      const keptOut = mayKnow ? await this.forecastKeptOut.execute(organizationId, version, from) : null;
      const moved = await this.moveVersion.execute({ policy, version, to: 'active', revision, by: { caller, held }, judgedAt, event });
      return { policy: moved, keptOut, warnings: await this.warnOfNames.inVersion({ ...version, organizationId }) };
    });
  }

  /**
   * From then on, what the version would decide is only recorded.
   * @throws Forbidden, NotFound, EditedMeanwhile, AlreadyInState, IsActive, PolicyArchived, ExamplesFailed, TooManyInForce,
   * PoliciesTooLarge, Unavailable
   */
  async shadow({ caller, revision, ...chosen }: ChosenVersion): Promise<WrittenPolicy> {
    const { policy, version } = await this.enterPolicy.version(caller, 'abac.manage', chosen.policyId, chosen.version);
    const { organizationId } = policy;
    return this.recorded('abac.policy.shadowed', caller, policy, async (event) => {
      if (policy.status === 'archived') throw new PolicyArchived();
      if (policy.revision !== revision) throw new EditedMeanwhile();
      // Only people who may change what decides may take a version out of force.
      if (version.state === 'active') throw new IsActive();
      if (version.state === 'shadow') throw new AlreadyInState('shadow');
      await this.judgePublication.tryExamples(organizationId, version);
      const moved = await this.moveVersion.execute({ policy, version, to: 'shadow', revision, by: null, judgedAt: null, event });
      return { policy: moved, warnings: await this.warnOfNames.inVersion({ ...version, organizationId }) };
    });
  }

  /** An active version stops deciding, which may allow what it refused. @throws Forbidden, OwnerApprovalRequired, NotFound, EditedMeanwhile, NotInForce */
  async disable({ caller, revision, ...chosen }: ChosenVersion): Promise<Policy> {
    const { policy, version } = await this.enterPolicy.version(caller, 'abac.manage', chosen.policyId, chosen.version);
    const isActive = version.state === 'active';
    const held = isActive ? await this.access.requireOrAsk(caller, 'abac.grant', { organizationId: policy.organizationId }) : null;
    return this.recorded('abac.policy.disabled', caller, policy, async (event) => {
      // The state that decides which permission is needed is that of this revision.
      if (policy.revision !== revision) throw new EditedMeanwhile();
      if (version.state !== 'active' && version.state !== 'shadow') throw new NotInForce();
      const by = held && { caller, held };
      return this.moveVersion.execute({ policy, version, to: 'disabled', revision, by, judgedAt: null, event });
    });
  }

  private recorded<T>(
    action: string,
    { userId: actorUserId }: Caller,
    { id, organizationId }: Policy,
    change: (event: { action: string; actorUserId: number; organizationId: number }) => Promise<T>,
  ): Promise<T> {
    const event = { action, actorUserId, organizationId };
    return recordRefusal(this.auditTrail, { ...event, target: { type: 'policy', id } }, () => change(event));
  }
}
