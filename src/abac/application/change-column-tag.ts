import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type ColumnTag, MOST_TAGS_OF_COLUMN, type TagState } from '../domain/column-tags.js';
import { TagCountsByNow, assertRoomForName } from '../domain/data-policy.errors.js';
import { ColumnTags } from './ports/column-tags.js';
import { DataPoliciesKept } from './ports/data-policies-kept.js';
import { say } from '../../shared/sentence.js';

@Injectable()
export class ChangeColumnTag {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly access: AccessControl,
    private readonly describeRelations: DescribeRelations,
    private readonly tags: ColumnTags,
    private readonly kept: DataPoliciesKept,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * The column is reviewed then, and with the first tag of a relation all its columns are. Removing a tag that an active policy uses shows
   * what was hidden, so it needs `abac.grant`; refusing a mere suggestion does not.
   * @param to `null`: without a trace @throws Forbidden, OwnerApprovalRequired, NotFound, ValidationFailed when the column has too many,
   * TooManyKeptNames, TagCountsByNow
   */
  async execute(caller: Caller, dataSourceId: number, tag: ColumnTag, to: TagState | null): Promise<void> {
    const { organizationId, name } = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const entered = await this.access.require(caller, 'abac.manage', { organizationId });
    const isTaken = to === null || to === 'refused';
    const isShowing = isTaken && (await this.tags.hides(dataSourceId, tag));
    const held = isShowing ? await this.access.requireOrAsk(caller, 'abac.grant', { organizationId }) : entered;
    await this.unitOfWork.run(async () => {
      await this.kept.advance(organizationId);
      // Not before: a discovery that ends in between may rename the column.
      const names = await this.columnsOf(dataSourceId, tag);
      // The tag of a column that is gone can only be removed.
      if (!isTaken && !names.includes(tag.column)) throw new NotFound('Column');
      // Set, or named by a policy, since the caller was asked for more.
      if (isTaken && !isShowing && (await this.tags.hides(dataSourceId, tag))) throw new TagCountsByNow();
      if (to === null) {
        if (!(await this.tags.remove(dataSourceId, tag))) throw new NotFound('Tag');
      } else {
        await this.assertRoom(dataSourceId, tag);
        const reviewed = await this.tags.reviewed(dataSourceId);
        const isFirst = reviewed.every(({ schema, relation }) => schema !== tag.schema || relation !== tag.relation);
        await this.tags.set({ ...tag, organizationId, dataSourceId, by: caller.userId, at: this.clock.now() }, to);
        await this.tags.review(organizationId, dataSourceId, { ...tag, columns: isFirst ? names : [tag.column] });
      }
      const { schema, relation, column } = tag;
      const named = { schema, relation, column, tag: tag.tag, state: to ?? 'removed' };
      const facts = { data_source_id: dataSourceId, data_source: name, ...named };
      await this.consent.settle(caller, held, organizationId, { kind: 'change', change: 'set_tag', facts });
      await this.auditTrail.record({
        action: 'abac.tag.changed',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'data_source', id: dataSourceId },
        detail: named,
      });
    });
  }

  private async columnsOf(dataSourceId: number, { schema, relation }: ColumnTag): Promise<readonly string[]> {
    const relations = (await this.describeRelations.all(dataSourceId, [relation])) ?? [];
    const found = relations.find((one) => one.schema === schema && one.name === relation);
    return found?.columns.map(({ name }) => name) ?? [];
  }

  /** Refused suggestions count, too. @throws ValidationFailed, TooManyKeptNames */
  private async assertRoom(dataSourceId: number, { schema, relation, column, tag }: ColumnTag): Promise<void> {
    const own = (await this.tags.ofSource(dataSourceId)).filter(
      (one) => one.schema === schema && one.relation === relation && one.column === column,
    );
    if (own.some((one) => one.tag === tag)) return;
    if (own.length >= MOST_TAGS_OF_COLUMN) {
      const message = say('A column can have {most} tags. Remove one first.', { most: MOST_TAGS_OF_COLUMN });
      throw new ValidationFailed([{ field: 'tag', message }]);
    }
    assertRoomForName(await this.tags.count(dataSourceId));
  }
}
