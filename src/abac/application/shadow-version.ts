import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { AlreadyInState, IsActive, PolicyArchived } from '../domain/policy.errors.js';
import type { WrittenPolicy } from './create-policy.js';
import { EnterPolicy } from './enter-policy.js';
import { JudgePublication } from './judge-publication.js';
import { MoveVersion } from './move-version.js';
import { WarnOfNames } from './warn-of-names.js';

@Injectable()
export class ShadowVersion {
  constructor(
    private readonly enterPolicy: EnterPolicy,
    private readonly judgePublication: JudgePublication,
    private readonly moveVersion: MoveVersion,
    private readonly warnOfNames: WarnOfNames,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * From then on, what the version would decide is only recorded.
   * @throws Forbidden, NotFound, EditedMeanwhile, AlreadyInState, IsActive, PolicyArchived, ExamplesFailed,
   * TooManyInForce, PoliciesTooLarge, Unavailable
   */
  async execute(input: {
    readonly caller: Caller;
    readonly policyId: number;
    readonly version: number;
    readonly revision: number;
  }): Promise<WrittenPolicy> {
    const { caller, policyId, revision } = input;
    const { policy, version } = await this.enterPolicy.version(caller, 'abac.manage', policyId, input.version);
    const { organizationId } = policy;
    const event = { action: 'abac.policy.shadowed', actorUserId: caller.userId, organizationId };
    const target = { type: 'policy', id: policyId };
    return recordRefusal(this.auditTrail, { ...event, target }, async () => {
      if (policy.status === 'archived') throw new PolicyArchived();
      if (policy.revision !== revision) throw new EditedMeanwhile();
      // Only people who may change what decides may take a version out of force.
      if (version.state === 'active') throw new IsActive();
      if (version.state === 'shadow') throw new AlreadyInState('in shadow');
      await this.judgePublication.tryExamples(organizationId, version);
      const move = { policy, version, to: 'shadow', revision, by: null, judgedAt: null, event } as const;
      const moved = await this.moveVersion.execute(move);
      return { policy: moved, warnings: await this.warnOfNames.inVersion({ ...version, organizationId }) };
    });
  }
}
