import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/ports/clock.js';
import { EmbedSchema } from '../../application/embed-schema.js';
import { SampledColumns } from '../../application/ports/sampled-columns.js';
import { type ReadValues, SchemaPreparations } from '../../../catalog/application/ports/schema-preparations.js';
import { PrepareRanking } from '../../application/prepare-ranking.js';
import { SampleColumns } from '../../application/sample-columns.js';

/** Samples, embeddings and indexes of what was read. */
@Injectable()
export class SchemaPreparationsOfContext extends SchemaPreparations {
  constructor(
    private readonly sampleColumns: SampleColumns,
    private readonly sampled: SampledColumns,
    private readonly embedSchema: EmbedSchema,
    private readonly prepareRanking: PrepareRanking,
    private readonly clock: Clock,
  ) {
    super();
  }

  sample(...asked: Parameters<SchemaPreparations['sample']>): Promise<readonly ReadValues[]> {
    return this.sampleColumns.execute(...asked);
  }

  async keep(dataSourceId: number, samples: readonly ReadValues[]): Promise<void> {
    await this.sampled.keep(dataSourceId, samples, this.clock.now());
    await this.embedSchema.request(dataSourceId);
  }

  prepare(dataSourceId: number, isOver: () => boolean): Promise<void> {
    return this.prepareRanking.execute(dataSourceId, isOver);
  }
}
