import { Injectable } from '@nestjs/common';
import { ForgetSchema } from '../../../catalog/application/forget-schema.js';
import { KnownSchema } from '../../../data-sources/application/ports/known-schema.js';
import { SampledColumns } from '../../application/ports/sampled-columns.js';

/** The schema, and which columns may be sampled. */
@Injectable()
export class KnownSchemaOfContext extends KnownSchema {
  constructor(
    private readonly forgetSchema: ForgetSchema,
    private readonly sampled: SampledColumns,
  ) {
    super();
  }

  async forget(dataSourceId: number): Promise<void> {
    await this.forgetSchema.execute(dataSourceId);
    await this.sampled.clear(dataSourceId);
  }
}
