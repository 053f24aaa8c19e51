import { Controller, Delete, Get, Headers, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { CancelDiscovery } from '../../application/cancel-discovery.js';
import { DiscoverSchema } from '../../application/discover-schema.js';
import { ReadDiscovery } from '../../application/read-discovery.js';
import type { DiscoveryResult as Result } from '../../domain/snapshot.js';
import { CancelledDiscovery, Discovery, DiscoveryResult, toDiscovery, toDiscoveryResult } from './discovery-response.js';
import { DiscoverSchemaQuery } from './discovery.dto.js';

const COUNTING_RULES =
  'Only user schemas count, not `pg_*`, `information_schema`, `mysql`, `sys` or `performance_schema`. Ordinary tables, foreign ' +
  'tables and partitioned tables count as tables, and so do PostgreSQL tables that inherit from another one. Partitions do not count. ' +
  'Views include materialized views. Columns are those of the counted tables and views. Requests at the same time share one reading. ' +
  'With `Prefer: respond-async` the answer is 202, and `Location` says where to follow the discovery.';

const SKIPPED_RELATIONS =
  ' A relation that is locked at the source stays as last discovered and is listed in `skipped_relations`, which is absent when empty. ' +
  'The next discovery tries it again.';

@ApiTags('Data sources')
@Controller('api/v1/data-sources/:data_source_id')
export class DiscoveriesController {
  constructor(
    private readonly discoverSchema: DiscoverSchema,
    private readonly readDiscovery: ReadDiscovery,
    private readonly cancelDiscovery: CancelDiscovery,
  ) {}

  @Post('discover-schema')
  @ApiHeader({ name: 'Prefer', required: false, description: '`respond-async` (RFC 7240) answers 202 at once.' })
  @Operation({
    id: 'discoverSchema',
    summary: 'Discover the schema of a data source, or return the cached one',
    permissions: ['data_source.discover'],
    description: COUNTING_RULES + SKIPPED_RELATIONS,
    status: 200,
    answer: bareSuccess(DiscoveryResult, 'Schema discovered.'),
    also: [
      {
        status: 202,
        meaning: 'The discovery has begun, as `Prefer: respond-async` asked.',
        answer: namedSuccess({ discovery: Discovery }, 'Discovery started.', {
          discovery: { state: 'waiting', progress: { schemas_done: 0, schemas_total: null, tables_seen: 0 } },
        }),
        headers: ['Location', 'Preference-Applied'],
      },
    ],
    errors: [
      ...(['FORBIDDEN', 'HOST_NOT_ALLOWED', 'NOT_FOUND', 'SCHEMA_NOT_FOUND', 'DISCOVERY_CANCELLED'] as const),
      ...(['DATA_SOURCE_UNREACHABLE', 'DATA_SOURCE_NO_DATABASE', 'DATA_SOURCE_LOGIN_FAILED', 'DATA_SOURCE_TLS_FAILED'] as const),
      ...(['DATA_SOURCE_ACCESS_DENIED', 'DATA_SOURCE_LOST', 'DATA_SOURCE_TOO_LARGE'] as const),
      ...(['DISCOVERY_INTERRUPTED', 'ENGINE_UNAVAILABLE', 'DISCOVERY_TIMEOUT', 'INSTANCE_STOPPING'] as const),
      'DATA_NOT_COMPARED',
    ],
  })
  async discover(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Query() query: DiscoverSchemaQuery,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    const wait = !/(^|[,;\s])respond-async($|[,;\s])/i.test(prefer ?? '');
    const schemaName = query.schema_name ?? null;
    const input = { caller, dataSourceId, schemaName, refresh: query.refresh === 'true', wait };
    const answer = await this.discoverSchema.execute(input);
    if ('result' in answer) return bare(toDiscoveryResult(answer.result), messageOf(answer.result));
    const { discovery, waiting } = answer;
    response.status(202).set({
      Location: `/api/v1/data-sources/${dataSourceId}/discoveries/${discovery.id}`,
      'Preference-Applied': 'respond-async',
    });
    return named({ discovery: toDiscovery(discovery, waiting, null, caller) }, 'Discovery started.');
  }

  @Get('discoveries/:discovery_id')
  @Operation({
    id: 'readDiscovery',
    summary: 'Follow a discovery',
    permissions: ['data_source.discover'],
    status: 200,
    answer: namedSuccess({ discovery: Discovery }, 'Discovery found.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @IdParam('discovery_id') discoveryId: number,
  ) {
    const { discovery, waiting, result } = await this.readDiscovery.execute(caller, dataSourceId, discoveryId);
    return named({ discovery: toDiscovery(discovery, waiting, result, caller) }, 'Discovery found.');
  }

  @Delete('discoveries/:discovery_id')
  @Operation({
    id: 'cancelDiscovery',
    summary: 'Stop waiting for a discovery; the last who waits for it ends it',
    permissions: ['data_source.discover'],
    description: 'It goes on while others wait for it, also at other instances. The old schema stays until a discovery completes.',
    status: 200,
    answer: bareSuccess(CancelledDiscovery, 'Discovery cancelled.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DISCOVERY_ENDED'],
  })
  async cancel(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @IdParam('discovery_id') discoveryId: number,
  ) {
    const { goesOn } = await this.cancelDiscovery.execute(caller, dataSourceId, discoveryId);
    const message = goesOn ? 'You do not wait for the discovery. It goes on for others.' : 'Discovery cancelled.';
    return bare({ success: true, goes_on: goesOn }, message);
  }
}

function messageOf({ skipped }: Result): string {
  if (skipped.length === 0) return 'Schema discovered.';
  return 'Schema discovered, except for relations that are locked at the source. Discover it again when they are free.';
}
