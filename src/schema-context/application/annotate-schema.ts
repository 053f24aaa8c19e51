import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { ReadSourceFacts } from '../../catalog/application/read-source-facts.js';
import type { VisibleColumns } from '../../catalog/application/see-schema.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import { Annotations, untagged, visibleTags } from '../domain/annotations.js';
import { SampledColumns } from './ports/sampled-columns.js';
import { TaggedColumns } from './ports/tagged-columns.js';
import { withKinTags } from './with-kin-tags.js';

/** What a text about a schema says besides the schema: tags of columns, and values of those that may be shown. */
@Injectable()
export class AnnotateSchema {
  constructor(
    private readonly tagged: TaggedColumns,
    private readonly sampled: SampledColumns,
    private readonly requireRowAccess: RequireRowAccess,
    private readonly readSourceFacts: ReadSourceFacts,
  ) {}

  /** @param visible what policies let the caller know of the source; `null`: everything */
  async execute(caller: Caller, source: DataSource, visible: VisibleColumns | null): Promise<Annotations> {
    const { id: dataSourceId } = source;
    const tags = visibleTags(await this.tagged.of(dataSourceId), visible);
    // Values were read from all rows, and a view may show a restricted table: a restricted person sees none of them.
    const sampled = visible === null ? await this.sampled.of(dataSourceId) : [];
    const samples = sampled.length === 0 || (await this.requireRowAccess.isGiven(caller, source)) ? sampled : [];
    const facts = samples.length === 0 ? null : await this.readSourceFacts.execute({ id: dataSourceId });
    return new Annotations(tags, untagged(samples, withKinTags(tags, samples, facts)));
  }
}
