import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { ReviewedRelation } from '../domain/column-tags.js';
import { assertRoomForName } from '../domain/data-policy.errors.js';
import { ColumnTags } from './ports/column-tags.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';

@Injectable()
export class ReviewRelation {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly access: AccessControl,
    private readonly describeRelations: DescribeRelations,
    private readonly tags: ColumnTags,
    private readonly kept: DataPoliciesKept,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * A person says that they have looked at these columns: policies by tags no longer hide them as new, and no policy hides the relation
   * because it may be a missing one under a new name.
   * @throws Forbidden, OwnerApprovalRequired, NotFound, TooManyKeptNames
   */
  async execute(caller: Caller, dataSourceId: number, looked: ReviewedRelation): Promise<void> {
    const { organizationId, name } = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const entered = await this.access.require(caller, 'abac.manage', { organizationId });
    const relations = (await this.describeRelations.all(dataSourceId, [looked.relation])) ?? [];
    const found = relations.find(({ schema, name }) => schema === looked.schema && name === looked.relation);
    if (found === undefined) throw new NotFound('Relation');
    const wanted = new Set(looked.columns);
    const columns = found.columns.flatMap(({ name }) => (wanted.has(name) ? [name] : []));
    const relation = { ...looked, columns };
    // This shows the whole relation.
    const isPresumed = await this.tags.isPresumed(dataSourceId, relation);
    const held = isPresumed ? await this.access.requireOrAsk(caller, 'abac.grant', { organizationId }) : entered;
    await this.unitOfWork.run(async () => {
      await this.kept.advance(organizationId);
      if (!isPresumed) await this.assertRoom(dataSourceId, relation);
      await this.tags.review(organizationId, dataSourceId, relation);
      // If a discovery hides it only now, the caller was not asked for `abac.grant`.
      if (isPresumed) await this.tags.settle(dataSourceId, relation);
      const facts = { data_source_id: dataSourceId, data_source: name, ...relation };
      await this.consent.settle(caller, held, organizationId, { kind: 'change', change: 'review_columns', facts });
      await this.auditTrail.record({
        action: 'abac.columns.reviewed',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'data_source', id: dataSourceId },
        detail: { ...relation },
      });
    });
  }

  private async assertRoom(dataSourceId: number, { schema, relation }: ReviewedRelation): Promise<void> {
    const reviewed = await this.tags.reviewed(dataSourceId);
    const isNew = reviewed.every((one) => one.schema !== schema || one.relation !== relation);
    if (isNew) assertRoomForName(await this.tags.count(dataSourceId));
  }
}
