import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Done, Pagination, TotalCount, bareSuccess, component, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ChangeColumnTag } from '../../application/change-column-tag.js';
import { ListColumnTags, type ListedTag } from '../../application/list-column-tags.js';
import { ReviewRelation } from '../../application/review-relation.js';
import { SuggestTags, type Suggested } from '../../application/suggest-tags.js';
import { TAG_STATES } from '../../domain/column-tags.js';
import { ColumnTagBody, ReviewBody, SuggestionsQuery } from './column-tags.dto.js';

const ColumnTag = component(
  'ColumnTag',
  z.object({
    schema: z.string(),
    relation: z.string(),
    column: z.string(),
    tag: z.string(),
    state: z.enum(TAG_STATES).meta({ description: '`refused`: a person has decided that the column is not this.' }),
    orphan: z.boolean().meta({ description: 'The last discovery did not find the column.' }),
  }),
  { schema: 'hydrology', relation: 'gauges', column: 'station', tag: 'place', state: 'set', orphan: false },
);

const Place = z.object({ schema: z.string(), relation: z.string(), column: z.string() });

const TagSuggestion = component(
  'TagSuggestion',
  z.object({
    kind: z.enum(['set', 'orphan']).meta({
      description: '`orphan`: a tag whose column the last discovery did not find. Move it, or remove it.',
    }),
    ...Place.shape,
    type: z.string().nullable(),
    tag: z.string(),
    reason: z.object({
      code: z.enum(['name', 'comment', 'type', 'foreign_key', 'view', 'column_gone', 'relation_gone']),
      words: listOf(z.string()).meta({
        description: 'Words of the name or comment, the type, or another column that has the tag.',
      }),
    }),
    move_to: Place.nullable().meta({ description: 'For `orphan`: where the column has probably moved.' }),
  }),
  {
    kind: 'set',
    schema: 'public',
    relation: 'staff',
    column: 'mail',
    type: 'text',
    tag: 'email',
    reason: { code: 'name', words: ['mail'] },
    move_to: null,
  },
);

function toTag({ schema, relation, column, tag, state, isOrphan }: ListedTag): z.infer<typeof ColumnTag> {
  return { schema, relation, column, tag, state, orphan: isOrphan };
}

function toSuggestion({ kind, one }: Suggested): z.infer<typeof TagSuggestion> {
  const { schema, relation, column, tag } = one;
  const place = { kind, schema, relation, column, tag };
  if (kind === 'set') return { ...place, type: one.type, reason: one.reason, move_to: null };
  const code = one.isRelationGone ? 'relation_gone' : 'column_gone';
  return { ...place, type: null, reason: { code, words: [] }, move_to: one.moveTo };
}

@ApiTags('Access policies')
@Controller('api/v1/data-sources/:data_source_id/tags')
export class ColumnTagsController {
  constructor(
    private readonly listColumnTags: ListColumnTags,
    private readonly changeColumnTag: ChangeColumnTag,
    private readonly reviewRelation: ReviewRelation,
    private readonly suggestTags: SuggestTags,
  ) {}

  @Get()
  @Operation({
    id: 'listColumnTags',
    summary: 'List the tags of the columns of a data source, by place',
    permissions: ['data_source.read', 'abac.read'],
    status: 200,
    answer: namedSuccess({ tags: listOf(ColumnTag), total_count: TotalCount }, 'Tags listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('data_source_id') dataSourceId: number) {
    const tags = await this.listColumnTags.execute(caller, dataSourceId);
    return named({ tags: tags.map(toTag), total_count: tags.length }, 'Tags listed.');
  }

  @Get('suggestions')
  @Paged()
  @Operation({
    id: 'listTagSuggestions',
    summary: 'List tags that names, types, comments and keys of the schema suggest, and tags whose column is gone',
    permissions: ['data_source.read', 'abac.read'],
    description:
      'A person confirms (`confirmed`) or refuses (`refused`) a suggestion by `setColumnTag`; neither is suggested again. Rows are ' +
      'never looked at. Move a tag: set it at `move_to`, then remove it where it was.',
    status: 200,
    answer: namedSuccess({ suggestions: listOf(TagSuggestion), pagination: Pagination }, 'Suggestions listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_FOUND', 'SCHEMA_NOT_DISCOVERED'],
  })
  async suggest(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Query() query: SuggestionsQuery,
    @PageParams() page: PageRequest,
  ) {
    const { items, total } = await this.suggestTags.execute(caller, dataSourceId, query.schema_name ?? null, page);
    return named({ suggestions: items.map(toSuggestion), pagination: paginationOf(page, total) }, 'Suggestions listed.');
  }

  @Put()
  @Operation({
    id: 'setColumnTag',
    summary: 'Set, confirm, refuse or remove a tag of a column',
    permissions: ['data_source.read', 'abac.manage'],
    description: 'Data policies by this tag follow at once.',
    status: 200,
    answer: bareSuccess(Done, 'Tag changed.'),
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async set(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() { schema, relation, column, tag, state }: ColumnTagBody,
  ) {
    const to = state === 'removed' ? null : state;
    await this.changeColumnTag.execute(caller, dataSourceId, { schema, relation, column, tag }, to);
    return bare({ success: true }, 'Tag changed.');
  }

  @Post('review')
  @Operation({
    id: 'reviewColumns',
    summary: 'Say that a person has looked at columns, so that data policies by tags no longer hide them as new',
    permissions: ['data_source.read', 'abac.manage'],
    status: 200,
    answer: bareSuccess(Done, 'Columns reviewed.'),
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async review(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() { schema, relation, columns }: ReviewBody,
  ) {
    await this.reviewRelation.execute(caller, dataSourceId, { schema, relation, columns });
    return bare({ success: true }, 'Columns reviewed.');
  }
}
