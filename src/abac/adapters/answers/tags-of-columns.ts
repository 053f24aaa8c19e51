import { Injectable } from '@nestjs/common';
import { TaggedColumns } from '../../../schema-context/application/ports/tagged-columns.js';
import { ColumnTags } from '../../application/ports/column-tags.js';

@Injectable()
export class TagsOfColumns extends TaggedColumns {
  constructor(private readonly tags: ColumnTags) {
    super();
  }

  async of(dataSourceId: number): ReturnType<TaggedColumns['of']> {
    const tags = await this.tags.inForce(dataSourceId);
    return tags.map(({ schema, relation: table, column, tag }) => ({ schema, table, column, tag }));
  }
}
