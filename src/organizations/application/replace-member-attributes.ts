import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type MemberAttributes, tidyAttributes } from '../domain/member-attributes.js';
import { AttributesOfMembers } from './ports/attributes-of-members.js';
import { Members } from './ports/members.js';

@Injectable()
export class ReplaceMemberAttributes {
  constructor(
    private readonly access: AccessControl,
    private readonly members: Members,
    private readonly attributes: AttributesOfMembers,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Attributes may open what policies close, so setting them takes the right to publish policies. Those who may only write
   * them could invite an account of their own and set its attributes.
   * @throws Forbidden, OwnerApprovalRequired, NotFound, EditedMeanwhile
   */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    userId: number;
    attributes: MemberAttributes['attributes'];
    expectedVersion: number | null;
  }): Promise<MemberAttributes> {
    const { caller, organizationId, userId, expectedVersion } = input;
    const held = await this.access.requireOrAsk(caller, 'abac.grant', { organizationId });
    const attributes = tidyAttributes(input.attributes);
    const event = {
      action: 'member.attributes_changed',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'user', id: userId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const found = await this.members.find(organizationId, userId);
        if (found === null) throw new NotFound('Member');
        const member = { organizationId, userId };
        const version = await this.attributes.replace(member, attributes, expectedVersion, this.clock.now());
        if (version === null) throw new EditedMeanwhile();
        const facts = { user_id: userId, member: found.username, attributes: written(attributes), version };
        await this.consent.settle(caller, held, organizationId, { kind: 'change', change: 'set_attributes', facts });
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { attributes: written(attributes) } });
        return { attributes, version };
      }),
    );
  }
}

/** As JSON, so that no two sets of texts read alike: an approval is good for what was read alone. */
function written(attributes: MemberAttributes['attributes']): string[] {
  return Object.entries(attributes).map(([name, texts]) => `${name}: ${JSON.stringify(texts)}`);
}
