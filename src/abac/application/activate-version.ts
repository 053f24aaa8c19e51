import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { PublishedFrom } from '../domain/request-contexts.js';
import { AlreadyInState, PolicyArchived } from '../domain/policy.errors.js';
import type { WrittenPolicy } from './create-policy.js';
import { EnterPolicy } from './enter-policy.js';
import { ForecastKeptOut, type KeptOut } from './forecast-kept-out.js';
import { JudgePublication } from './judge-publication.js';
import { MoveVersion } from './move-version.js';
import { WarnOfNames } from './warn-of-names.js';

@Injectable()
export class ActivateVersion {
  constructor(
    private readonly enterPolicy: EnterPolicy,
    private readonly judgePublication: JudgePublication,
    private readonly moveVersion: MoveVersion,
    private readonly warnOfNames: WarnOfNames,
    private readonly access: AccessControl,
    private readonly forecastKeptOut: ForecastKeptOut,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * From now on the version decides instead of the active one. An older version can come back in this way.
   * @returns also whom it keeps out; `null` if the caller may not know that
   * @throws Forbidden, OwnerApprovalRequired, NotFound, EditedMeanwhile, AlreadyInState, PolicyArchived, ExamplesFailed, LocksOut,
   * PublishedMeanwhile, TooManyInForce, PoliciesTooLarge, Unavailable
   */
  async execute(input: {
    readonly caller: Caller;
    readonly policyId: number;
    readonly version: number;
    readonly revision: number;
    readonly from: PublishedFrom;
  }): Promise<WrittenPolicy & { readonly keptOut: KeptOut | null }> {
    const { caller, policyId, revision, from } = input;
    const entered = await this.enterPolicy.version(caller, 'abac.grant', policyId, input.version);
    const { policy, version, held } = entered;
    const { organizationId } = policy;
    const event = { action: 'abac.policy.activated', actorUserId: caller.userId, organizationId };
    const target = { type: 'policy', id: policyId };
    return recordRefusal(this.auditTrail, { ...event, target }, async () => {
      if (policy.status === 'archived') throw new PolicyArchived();
      if (policy.revision !== revision) throw new EditedMeanwhile();
      if (version.state === 'active') throw new AlreadyInState('active');
      const judgedAt = await this.judgePublication.execute(policy, version, held, from);
      // It tells what is known of people.
      const mayKnow = (await this.access.where(caller, 'abac.read')).includes(organizationId);
      const keptOut = mayKnow ? await this.forecastKeptOut.execute(organizationId, version, from) : null;
      const move = { policy, version, to: 'active', revision, by: { caller, held }, judgedAt, event } as const;
      const moved = await this.moveVersion.execute(move);
      return { policy: moved, keptOut, warnings: await this.warnOfNames.inVersion({ ...version, organizationId }) };
    });
  }
}
