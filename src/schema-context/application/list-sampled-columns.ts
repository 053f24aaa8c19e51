import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { untagged } from '../domain/annotations.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { ReadSourceFacts } from '../../catalog/application/read-source-facts.js';
import { SeeSchema } from '../../catalog/application/see-schema.js';
import { type SampledColumn, SampledColumns } from './ports/sampled-columns.js';
import { TaggedColumns } from './ports/tagged-columns.js';
import { WithholdSamples } from './withhold-samples.js';
import { withKinTags } from './with-kin-tags.js';

@Injectable()
export class ListSampledColumns {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly sampled: SampledColumns,
    private readonly tagged: TaggedColumns,
    private readonly readSourceFacts: ReadSourceFacts,
    private readonly seeSchema: SeeSchema,
    private readonly withholdSamples: WithholdSamples,
  ) {}

  /**
   * People who may read the schema see what the context of it shows: nothing, if policies keep a part of it from them.
   *
   * @throws Forbidden, NotFound, Unavailable
   */
  async execute(caller: Caller, dataSourceId: number): Promise<readonly SampledColumn[]> {
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    if ((await this.seeSchema.execute(caller, source)) !== null) return [];
    const columns = await this.withholdSamples.execute(caller, source, await this.sampled.of(dataSourceId));
    const facts = await this.readSourceFacts.execute({ id: dataSourceId });
    return untagged(columns, withKinTags(await this.tagged.of(dataSourceId), columns, facts));
  }
}
