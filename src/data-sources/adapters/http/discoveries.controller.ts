import { Controller, Delete, Get, Header, Headers, Post, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import type { Caller } from '../../../shared/caller.js';
import { CancelDiscovery } from '../../application/cancel-discovery.js';
import { DiscoverSchema } from '../../application/discover-schema.js';
import { ReadDiscovery } from '../../application/read-discovery.js';
import type { DiscoveryResult } from '../../domain/snapshot.js';
import {
  type DiscoveryResponse,
  type ResultResponse,
  DISCOVERY_EXAMPLE,
  RESULT_EXAMPLE,
  toDiscoveryResponse,
  toResultResponse,
} from './discovery-response.js';
import { DiscoverSchemaQuery } from './discovery.dto.js';

const COUNTING_RULES =
  'Counted are the schemas of the user (not `pg_*`, `information_schema`, `mysql`, `sys`, `performance_schema`). Tables are ordinary ' +
  'and foreign tables and the parents of partitions; partitions are not counted, children of PostgreSQL’s INHERITS that are no ' +
  'partitions are. Views are views and materialized views. Columns are the live columns of exactly those. One reading answers ' +
  'all who ask for it at the time. With `Prefer: respond-async` the answer is 202 and `Location` tells where it can be followed.';

const SKIPPED_RELATIONS =
  ' Relations that somebody at the source holds locked are left as they were known before and named in `skipped_relations`, which ' +
  'is there only then; the next discovery tries them again.';

type DiscoveryAnswer = Success<{ discovery: DiscoveryResponse; message: string }>;

@ApiTags('Data sources')
@Controller('api/v1/data-sources/:data_source_id')
export class DiscoveriesController {
  constructor(
    private readonly discoverSchema: DiscoverSchema,
    private readonly readDiscovery: ReadDiscovery,
    private readonly cancelDiscovery: CancelDiscovery,
  ) {}

  @Post('discover-schema')
  @Header('Cache-Control', 'no-store')
  @ApiHeader({ name: 'Prefer', required: false, description: '`respond-async` (RFC 7240) answers 202 at once.' })
  @Answers({
    summary: 'Discover the schema of a data source, or answer the cached one',
    description: COUNTING_RULES + SKIPPED_RELATIONS,
    status: 200,
    example: bare(RESULT_EXAMPLE, 'Schema discovered.'),
    errors: [
      ...(['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'HOST_NOT_ALLOWED', 'NOT_FOUND'] as const),
      ...(['SCHEMA_NOT_FOUND', 'DISCOVERY_CANCELLED', 'DATA_SOURCE_UNREACHABLE', 'DATA_SOURCE_LOGIN_FAILED'] as const),
      ...([
        'DATA_SOURCE_TLS_FAILED',
        'DATA_SOURCE_ACCESS_DENIED',
        'DATA_SOURCE_LOST',
        'DATA_SOURCE_TOO_LARGE',
        'DISCOVERY_INTERRUPTED',
      ] as const),
      ...(['ENGINE_UNAVAILABLE', 'DISCOVERY_TIMEOUT', 'INSTANCE_STOPPING'] as const),
    ],
  })
  @ApiResponse({
    status: 202,
    description: 'Begun, as `Prefer: respond-async` asked for. `Location` tells where to follow it.',
    headers: { Location: { schema: { type: 'string' } } },
    content: { 'application/json': { example: named({ discovery: DISCOVERY_EXAMPLE }, 'Discovery begun.') } },
  })
  async discover(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Query() query: DiscoverSchemaQuery,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<ResultResponse> | DiscoveryAnswer> {
    const wait = !/(^|[,;\s])respond-async($|[,;\s])/i.test(prefer ?? '');
    const schemaName = query.schema_name ?? null;
    const input = { caller, dataSourceId, schemaName, refresh: query.refresh === 'true', wait };
    const answer = await this.discoverSchema.execute(input);
    if ('result' in answer) return bare(toResultResponse(answer.result), messageOf(answer.result));
    const { discovery } = answer;
    response.status(202).set({
      Location: `/api/v1/data-sources/${dataSourceId}/discoveries/${discovery.id}`,
      'Preference-Applied': 'respond-async',
    });
    return named({ discovery: toDiscoveryResponse(discovery, null) }, 'Discovery begun.');
  }

  @Get('discoveries/:discovery_id')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Follow a discovery',
    status: 200,
    example: named({ discovery: DISCOVERY_EXAMPLE }, 'Discovery found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @IdParam('discovery_id') discoveryId: number,
  ): Promise<DiscoveryAnswer> {
    const { discovery, result } = await this.readDiscovery.execute(caller, dataSourceId, discoveryId);
    return named({ discovery: toDiscoveryResponse(discovery, result) }, 'Discovery found.');
  }

  @Delete('discoveries/:discovery_id')
  @Answers({
    summary: 'Cancel a discovery, for all who wait for it; the old cache stays',
    status: 200,
    example: bare({ success: true }, 'Discovery cancelled.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'DISCOVERY_ENDED'],
  })
  async cancel(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @IdParam('discovery_id') discoveryId: number,
  ): Promise<Success<{ success: true }>> {
    await this.cancelDiscovery.execute(caller, dataSourceId, discoveryId);
    return bare({ success: true }, 'Discovery cancelled.');
  }
}

function messageOf({ skipped }: DiscoveryResult): string {
  if (skipped.length === 0) return 'Schema discovered.';
  return 'Schema discovered, except for relations that are locked at the source. Discover it again when they are free.';
}
