import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type DomainError, Forbidden, ValidationFailed } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { Annotations, untagged } from '../domain/annotations.js';
import { refusalToSample } from '../domain/may-be-sampled.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import { FindDataSource } from '../../data-sources/application/find-data-source.js';
import { ReadSourceFacts } from '../../catalog/application/read-source-facts.js';
import { SeeSchema } from '../../catalog/application/see-schema.js';
import { type ColumnPlace, type SampledColumn, SampledColumns } from './ports/sampled-columns.js';
import { TaggedColumns } from './ports/tagged-columns.js';
import { WithholdSamples } from './withhold-samples.js';
import { withKinTags } from './with-kin-tags.js';
import { type Sentence, say } from '../../shared/sentence.js';

/** Each of them is read at every discovery, and all of them are listed. */
const MOST_COLUMNS = 100;

/** Decides for one column whether the language model may see a few of its values. */
@Injectable()
export class SwitchSampling {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly findDataSource: FindDataSource,
    private readonly describeRelations: DescribeRelations,
    private readonly sampled: SampledColumns,
    private readonly tagged: TaggedColumns,
    private readonly readSourceFacts: ReadSourceFacts,
    private readonly seeSchema: SeeSchema,
    private readonly withholdSamples: WithholdSamples,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * The values come with the next discovery. Switched off, they are gone at once.
   * @returns all columns of the source that are on @throws Forbidden, NotFound, ValidationFailed, Unavailable
   */
  async execute(input: { caller: Caller; dataSourceId: number; place: ColumnPlace; isOn: boolean }): Promise<readonly SampledColumn[]> {
    const { caller, dataSourceId, place, isOn } = input;
    const source = await this.enterDataSource.execute(caller, 'query.manage', dataSourceId);
    const { organizationId } = source;
    // The answer names columns and values of all rows, so only people from whom policies keep nothing may see it.
    if ((await this.seeSchema.execute(caller, source)) !== null) throw new Forbidden();
    const [tags, facts] = [await this.tagged.of(dataSourceId), await this.readSourceFacts.execute({ id: dataSourceId })];
    if (isOn) await this.assertAllowed(dataSourceId, place, new Annotations(withKinTags(tags, [place], facts), []));
    const all = await this.unitOfWork.run(async () => {
      // Counted behind the lock, and not while a discovery decides what belongs to the source.
      await this.findDataSource.lock(dataSourceId);
      const isChanged = isOn ? await this.sampled.switchOn(dataSourceId, place) : await this.sampled.switchOff(dataSourceId, place);
      const all = await this.sampled.of(dataSourceId);
      if (!isChanged) return all;
      if (isOn && all.length > MOST_COLUMNS)
        throw columnRefused(say('A data source can sample {most} columns. Switch one off first.', { most: MOST_COLUMNS }));
      await this.auditTrail.record({
        action: isOn ? 'data_source.sampling_enabled' : 'data_source.sampling_disabled',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'data_source', id: dataSourceId },
        detail: { schema_name: place.schema, table_name: place.table, column_name: place.column },
      });
      return all;
    });
    return untagged(await this.withholdSamples.execute(caller, source, all), withKinTags(tags, all, facts));
  }

  private async assertAllowed(dataSourceId: number, { schema, table, column: name }: ColumnPlace, annotations: Annotations): Promise<void> {
    const named = (await this.describeRelations.all(dataSourceId, [table])) ?? [];
    const found = named.find((one) => one.schema === schema && one.name === table);
    const relation = found && annotations.on(found);
    const column = relation?.columns.find((one) => one.name === name);
    if (relation === undefined || column === undefined)
      throw columnRefused('The discovered schema has no such column. Check the names, or discover the schema again.');
    const refusal = refusalToSample({ relation, column });
    if (refusal !== null) throw columnRefused(refusal);
  }
}

function columnRefused(message: Sentence): DomainError {
  return new ValidationFailed([{ field: 'column_name', message }]);
}
