import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile } from '../../shared/domain-error.js';
import { jsonDigest } from '../../shared/json-digest.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Example } from '../domain/example.js';
import { PolicyArchived } from '../domain/policy.errors.js';
import { CheckContent } from './check-content.js';
import type { WrittenPolicy } from './create-policy.js';
import { EnterPolicy } from './enter-policy.js';
import { NamesInForce } from './ports/names-in-force.js';
import { Policies } from './ports/policies.js';
import { WarnOfNames } from './warn-of-names.js';

interface Edit {
  readonly caller: Caller;
  readonly policyId: number;
  readonly revision: number;
  readonly text: string;
  readonly examples: readonly Example[];
}

@Injectable()
export class AddVersion {
  constructor(
    private readonly enterPolicy: EnterPolicy,
    private readonly checkContent: CheckContent,
    private readonly policies: Policies,
    private readonly names: NamesInForce,
    private readonly warnOfNames: WarnOfNames,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A draft: the versions in force stay so. @throws Forbidden, NotFound, PolicyInvalid, EditedMeanwhile, PolicyArchived, Unavailable */
  async execute({ caller, policyId, revision, text, examples }: Edit): Promise<WrittenPolicy> {
    const { policy } = await this.enterPolicy.execute(caller, 'abac.manage', policyId);
    const { organizationId } = policy;
    const target = { type: 'policy', id: policyId };
    const event = { action: 'abac.policy.changed', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, async () => {
      if (policy.status === 'archived') throw new PolicyArchived();
      const { content, warnings } = await this.checkContent.execute(organizationId, text, examples);
      const sha256 = jsonDigest({ text, tree: content.tree, examples });
      const version = { ...content, sha256, authorId: caller.userId, createdAt: this.clock.now() };
      return this.unitOfWork.run(async () => {
        // As for a new policy: before or after a rename, never in the midst of it.
        await this.names.lock(organizationId);
        const unknown = await this.warnOfNames.inVersion({ ...content, organizationId });
        const changed = await this.policies.addVersion(policy, revision, version);
        if (changed === null) throw new EditedMeanwhile();
        const detail = { version: changed.version, effect: content.effect, sha256 };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return { policy: changed, warnings: [...warnings, ...unknown] };
      });
    });
  }
}
