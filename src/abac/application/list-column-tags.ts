import { Injectable } from '@nestjs/common';
import { DescribeRelations } from '../../catalog/application/describe-relations.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { ColumnTags, type KeptTag } from './ports/column-tags.js';

export interface ListedTag extends KeptTag {
  /** The last discovery did not find its column. */
  readonly isOrphan: boolean;
  /** Nor its relation. */
  readonly isRelationGone: boolean;
}

@Injectable()
export class ListColumnTags {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly access: AccessControl,
    private readonly describeRelations: DescribeRelations,
    private readonly tags: ColumnTags,
  ) {}

  /** By place, refused ones too. @throws Forbidden, NotFound */
  async execute(caller: Caller, dataSourceId: number): Promise<readonly ListedTag[]> {
    const { organizationId } = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    await this.access.require(caller, 'abac.read', { organizationId });
    const tags = await this.tags.ofSource(dataSourceId);
    const names = [...new Set(tags.map(({ relation }) => relation))];
    const found = (names.length === 0 ? [] : await this.describeRelations.all(dataSourceId, names)) ?? [];
    const places = new Set(found.flatMap(({ schema, name, columns }) => columns.map((column) => placeOf(schema, name, column.name))));
    const relations = new Set(found.map(({ schema, name }) => placeOf(schema, name)));
    return tags.map((tag) => ({
      ...tag,
      isOrphan: !places.has(placeOf(tag.schema, tag.relation, tag.column)),
      isRelationGone: !relations.has(placeOf(tag.schema, tag.relation)),
    }));
  }
}

function placeOf(...names: readonly string[]): string {
  return JSON.stringify(names);
}
