import { Body, Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Done, Pagination, TotalCount, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { SearchParam, Searched } from '../../../platform/http/search-param.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ChangeEntry } from '../../application/change-entry.js';
import { CreateEntry } from '../../application/create-entry.js';
import { DeleteEntry } from '../../application/delete-entry.js';
import { ListEntries } from '../../application/list-entries.js';
import { ListEntryVersions } from '../../application/list-entry-versions.js';
import { ReadEntry } from '../../application/read-entry.js';
import type { Content } from '../../domain/entry.js';
import { GlossaryTerm, GlossaryTermVersion, toGlossaryTerm, toTermVersion } from './knowledge-response.js';
import { GlossaryTermBody } from './knowledge.dto.js';

const KIND = 'glossary_term';

@ApiTags('Knowledge')
@Controller('api/v1')
export class GlossaryController {
  constructor(
    private readonly createEntry: CreateEntry,
    private readonly listEntries: ListEntries,
    private readonly readEntry: ReadEntry,
    private readonly listEntryVersions: ListEntryVersions,
    private readonly changeEntry: ChangeEntry,
    private readonly deleteEntry: DeleteEntry,
  ) {}

  @Get('data-sources/:data_source_id/glossary-terms')
  @Paged()
  @Searched('A text that the name, the definition or a synonym holds, in any case.')
  @Operation({
    id: 'listGlossaryTerms',
    summary: 'List the words and metrics of a data source',
    permissions: ['query.run'],
    status: 200,
    answer: namedSuccess({ glossary_terms: listOf(GlossaryTerm), pagination: Pagination }, 'Glossary terms listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @SearchParam() search: string | null,
    @PageParams() page: PageRequest,
  ) {
    const { items, total } = await this.listEntries.execute({ caller, dataSourceId, kind: KIND, search }, page);
    return named({ glossary_terms: items.map(toGlossaryTerm), pagination: paginationOf(page, total) }, 'Glossary terms listed.');
  }

  @Post('data-sources/:data_source_id/glossary-terms')
  @Operation({
    id: 'createGlossaryTerm',
    summary: 'Explain a word of a data source, or how a metric is computed',
    permissions: ['query.verify'],
    description:
      'The guard judges the expression, and the source prepares it over tables that have its columns; if it does not, `unprepared` says why. If a question holds the word, the language model gets its explanation.',
    status: 201,
    answer: namedSuccess({ glossary_term: GlossaryTerm }, 'Glossary term created.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SCHEMA_NOT_DISCOVERED', 'QUERY_REJECTED'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() body: GlossaryTermBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const entry = await this.createEntry.execute({ caller, dataSourceId, kind: KIND, content: contentOf(body) });
    sendEntityTag(response, entry.version);
    return named({ glossary_term: toGlossaryTerm({ ...entry, withheld: null }) }, 'Glossary term created.');
  }

  @Get('glossary-terms/:term_id')
  @Operation({
    id: 'readGlossaryTerm',
    summary: 'Read a word of the glossary',
    permissions: ['query.run'],
    status: 200,
    answer: namedSuccess({ glossary_term: GlossaryTerm }, 'Glossary term found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('term_id') id: number, @Res({ passthrough: true }) response: Response) {
    const entry = await this.readEntry.execute(caller, KIND, id);
    sendEntityTag(response, entry.version);
    return named({ glossary_term: toGlossaryTerm(entry) }, 'Glossary term found.');
  }

  @Get('glossary-terms/:term_id/versions')
  @Operation({
    id: 'listGlossaryTermVersions',
    summary: 'List the versions of a word of the glossary, latest first',
    permissions: ['query.run'],
    status: 200,
    answer: namedSuccess({ versions: listOf(GlossaryTermVersion), total_count: TotalCount }, 'Versions listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async versions(@CurrentCaller() caller: Caller, @IdParam('term_id') id: number) {
    const versions = await this.listEntryVersions.execute(caller, KIND, id);
    return named({ versions: versions.map(toTermVersion), total_count: versions.length }, 'Versions listed.');
  }

  @Put('glossary-terms/:term_id')
  @Versioned('required')
  @Operation({
    id: 'replaceGlossaryTerm',
    summary: 'Change a word of the glossary; saving it unchanged makes it valid again',
    permissions: ['query.verify'],
    status: 200,
    answer: namedSuccess({ glossary_term: GlossaryTerm }, 'Glossary term changed.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SCHEMA_NOT_DISCOVERED', 'QUERY_REJECTED', 'DATA_SOURCE_CLOSED'],
  })
  async replace(
    @CurrentCaller() caller: Caller,
    @IdParam('term_id') id: number,
    @RequiredVersion() version: number,
    @Body() body: GlossaryTermBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const change = { caller, kind: KIND, id, version, content: contentOf(body) } as const;
    const entry = await this.changeEntry.execute(change);
    sendEntityTag(response, entry.version);
    return named({ glossary_term: toGlossaryTerm({ ...entry, withheld: null }) }, 'Glossary term changed.');
  }

  @Delete('glossary-terms/:term_id')
  @Versioned('required')
  @Operation({
    id: 'deleteGlossaryTerm',
    summary: 'Delete a word of the glossary with its versions',
    permissions: ['query.verify'],
    status: 200,
    answer: bareSuccess(Done, 'Glossary term deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('term_id') id: number, @RequiredVersion() version: number) {
    await this.deleteEntry.execute(caller, KIND, id, version);
    return bare({ success: true }, 'Glossary term deleted.');
  }
}

function contentOf({ name, definition, synonyms, expression }: GlossaryTermBody): Content {
  return { name, definition, synonyms, sql: expression };
}
