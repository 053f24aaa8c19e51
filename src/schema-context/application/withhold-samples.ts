import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import type { SampledColumn } from './ports/sampled-columns.js';

/** Which columns are open reveals no row; their values do. */
@Injectable()
export class WithholdSamples {
  constructor(private readonly requireRowAccess: RequireRowAccess) {}

  /** @returns the columns, without values for those who may read no row there @throws Unavailable */
  async execute(caller: Caller, source: DataSource, columns: readonly SampledColumn[]): Promise<readonly SampledColumn[]> {
    if (await this.requireRowAccess.isGiven(caller, source)) return columns;
    return columns.map((column) => ({ ...column, values: [] }));
  }
}
