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
import { VerifiedPair, VerifiedPairVersion, toVerifiedPair, toPairVersion } from './knowledge-response.js';
import { VerifiedPairBody } from './knowledge.dto.js';

const KIND = 'verified_pair';

@ApiTags('Knowledge')
@Controller('api/v1')
export class VerifiedPairsController {
  constructor(
    private readonly createEntry: CreateEntry,
    private readonly listEntries: ListEntries,
    private readonly readEntry: ReadEntry,
    private readonly listEntryVersions: ListEntryVersions,
    private readonly changeEntry: ChangeEntry,
    private readonly deleteEntry: DeleteEntry,
  ) {}

  @Get('data-sources/:data_source_id/verified-pairs')
  @Paged()
  @Searched('A text that the question holds, in any case.')
  @Operation({
    id: 'listVerifiedPairs',
    summary: 'List questions of a data source with the statements that people have verified',
    permissions: ['query.run'],
    status: 200,
    answer: namedSuccess({ verified_pairs: listOf(VerifiedPair), pagination: Pagination }, 'Verified pairs listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @SearchParam() search: string | null,
    @PageParams() page: PageRequest,
  ) {
    const { items, total } = await this.listEntries.execute({ caller, dataSourceId, kind: KIND, search }, page);
    return named({ verified_pairs: items.map(toVerifiedPair), pagination: paginationOf(page, total) }, 'Verified pairs listed.');
  }

  @Post('data-sources/:data_source_id/verified-pairs')
  @Operation({
    id: 'createVerifiedPair',
    summary: 'Verify a statement for a question, as an example for later questions',
    permissions: ['query.verify'],
    description:
      'The guard judges the statement, and the source prepares it; if it does not, `unprepared` says why. The language model gets the pairs whose questions are like the one that is asked.',
    status: 201,
    answer: namedSuccess({ verified_pair: VerifiedPair }, 'Verified pair created.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SCHEMA_NOT_DISCOVERED', 'QUERY_REJECTED'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() body: VerifiedPairBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const entry = await this.createEntry.execute({ caller, dataSourceId, kind: KIND, content: contentOf(body) });
    sendEntityTag(response, entry.version);
    return named({ verified_pair: toVerifiedPair({ ...entry, withheld: null }) }, 'Verified pair created.');
  }

  @Get('verified-pairs/:pair_id')
  @Operation({
    id: 'readVerifiedPair',
    summary: 'Read a verified pair',
    permissions: ['query.run'],
    status: 200,
    answer: namedSuccess({ verified_pair: VerifiedPair }, 'Verified pair found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('pair_id') id: number, @Res({ passthrough: true }) response: Response) {
    const entry = await this.readEntry.execute(caller, KIND, id);
    sendEntityTag(response, entry.version);
    return named({ verified_pair: toVerifiedPair(entry) }, 'Verified pair found.');
  }

  @Get('verified-pairs/:pair_id/versions')
  @Operation({
    id: 'listVerifiedPairVersions',
    summary: 'List the versions of a verified pair, latest first',
    permissions: ['query.run'],
    status: 200,
    answer: namedSuccess({ versions: listOf(VerifiedPairVersion), total_count: TotalCount }, 'Versions listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async versions(@CurrentCaller() caller: Caller, @IdParam('pair_id') id: number) {
    const versions = await this.listEntryVersions.execute(caller, KIND, id);
    return named({ versions: versions.map(toPairVersion), total_count: versions.length }, 'Versions listed.');
  }

  @Put('verified-pairs/:pair_id')
  @Versioned('required')
  @Operation({
    id: 'replaceVerifiedPair',
    summary: 'Change a verified pair; saving it unchanged makes it valid again',
    permissions: ['query.verify'],
    status: 200,
    answer: namedSuccess({ verified_pair: VerifiedPair }, 'Verified pair changed.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SCHEMA_NOT_DISCOVERED', 'QUERY_REJECTED', 'DATA_SOURCE_CLOSED'],
  })
  async replace(
    @CurrentCaller() caller: Caller,
    @IdParam('pair_id') id: number,
    @RequiredVersion() version: number,
    @Body() body: VerifiedPairBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const change = { caller, kind: KIND, id, version, content: contentOf(body) } as const;
    const entry = await this.changeEntry.execute(change);
    sendEntityTag(response, entry.version);
    return named({ verified_pair: toVerifiedPair({ ...entry, withheld: null }) }, 'Verified pair changed.');
  }

  @Delete('verified-pairs/:pair_id')
  @Versioned('required')
  @Operation({
    id: 'deleteVerifiedPair',
    summary: 'Delete a verified pair with its versions',
    permissions: ['query.verify'],
    status: 200,
    answer: bareSuccess(Done, 'Verified pair deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('pair_id') id: number, @RequiredVersion() version: number) {
    await this.deleteEntry.execute(caller, KIND, id, version);
    return bare({ success: true }, 'Verified pair deleted.');
  }
}

function contentOf({ question, sql }: VerifiedPairBody): Content {
  return { name: question, definition: null, synonyms: [], sql };
}
