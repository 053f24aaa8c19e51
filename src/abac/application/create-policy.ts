import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { jsonDigest } from '../../shared/json-digest.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Example } from '../domain/example.js';
import type { Policy } from '../domain/policy.js';
import type { PolicyProblem } from '../domain/policy-problem.js';
import { CheckContent } from './check-content.js';
import { NamesInForce } from './ports/names-in-force.js';
import { Policies } from './ports/policies.js';
import { WarnOfNames } from './warn-of-names.js';

/** A policy as it was written, with warnings about what may be a mistake. */
export interface WrittenPolicy {
  readonly policy: Policy;
  readonly warnings: readonly PolicyProblem[];
}

interface Draft {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly name: string;
  readonly description: string;
  readonly text: string;
  readonly examples: readonly Example[];
}

@Injectable()
export class CreatePolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly checkContent: CheckContent,
    private readonly policies: Policies,
    private readonly names: NamesInForce,
    private readonly warnOfNames: WarnOfNames,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A draft, which decides nothing. @throws Forbidden, PolicyInvalid, PolicyNameTaken, Unavailable */
  async execute({ caller, organizationId, text, examples, ...about }: Draft): Promise<WrittenPolicy> {
    await this.access.require(caller, 'abac.manage', { organizationId });
    const event = { action: 'abac.policy.created', actorUserId: caller.userId, organizationId };
    const target = { type: 'organization', id: organizationId };
    return recordRefusal(this.auditTrail, { ...event, target }, async () => {
      const { content, warnings } = await this.checkContent.execute(organizationId, text, examples);
      const sha256 = jsonDigest({ text, tree: content.tree, examples });
      const first = { ...content, sha256, authorId: caller.userId, createdAt: this.clock.now() };
      return this.unitOfWork.run(async () => {
        // A rename that has begun is over, and one that begins finds the draft: what is warned of is as it is kept.
        await this.names.lock(organizationId);
        const unknown = await this.warnOfNames.inVersion({ ...content, organizationId });
        const policy = await this.policies.add({ organizationId, ...about }, first);
        const detail = { name: policy.name, version: 1, effect: content.effect, sha256 };
        const made = { type: 'policy', id: policy.id };
        await this.auditTrail.record({ ...event, outcome: 'success', target: made, detail });
        return { policy, warnings: [...warnings, ...unknown] };
      });
    });
  }
}
