import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { CompareSnapshots, RELATIONS_ON_A_PAGE } from '../../application/compare-snapshots.js';
import { ListSnapshots } from '../../application/list-snapshots.js';
import { ReadSchema } from '../../application/read-schema.js';
import { skippedOf } from '../../domain/snapshot.js';
import { type SkippedResponse, toSkippedResponse } from './discovery-response.js';
import { DIFF_EXAMPLE, SCHEMA_EXAMPLE, SNAPSHOT_EXAMPLE, TABLE_EXAMPLE } from './schema-examples.js';
import {
  type DiffResponse,
  type SchemaResponse,
  type SnapshotResponse,
  type TableResponse,
  toDiffResponse,
  toSchemaResponse,
  toSnapshotResponse,
  toTableResponse,
} from './schema-responses.js';
import { DiffQuery, SchemaQuery } from './schema.dto.js';

interface SchemaAnswer {
  readonly schemas: readonly SchemaResponse[];
  readonly tables: readonly TableResponse[];
  readonly pagination: Pagination;
  readonly discovered_at: string;
  readonly snapshot_id: number;
  readonly skipped_relations: readonly SkippedResponse[];
  readonly message: string;
}

const ONE_PAGE = paginationOf({ page: 1, limit: 10 }, 1);

@ApiTags('Data sources')
@Controller('api/v1/data-sources/:data_source_id/schema')
export class SchemaController {
  constructor(
    private readonly readSchema: ReadSchema,
    private readonly listSnapshots: ListSnapshots,
    private readonly compareSnapshots: CompareSnapshots,
  ) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read or search what was discovered of a data source',
    description:
      'Tables and views by schema and name; a search that finds no text finds similar words instead, the best first. ' +
      'Names and comments are as the source has them: text of others, not to be trusted. `skipped_relations` were locked when their ' +
      'schema was read: they are shown as they were before, or not at all.',
    status: 200,
    example: named(
      {
        schemas: [SCHEMA_EXAMPLE],
        tables: [TABLE_EXAMPLE],
        pagination: ONE_PAGE,
        discovered_at: SNAPSHOT_EXAMPLE.discovered_at,
        snapshot_id: SNAPSHOT_EXAMPLE.id,
        skipped_relations: [{ schema_name: 'rivers', name: 'basins', reason: 'locked' }],
      },
      'Schema found.',
    ),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'SCHEMA_NOT_FOUND',
      'SCHEMA_NOT_DISCOVERED',
    ],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Query() query: SchemaQuery,
    @PageParams() request: PageRequest,
  ): Promise<Success<SchemaAnswer>> {
    const { schema_name: schemaName = null, search = null } = query;
    const found = await this.readSchema.execute({ caller, dataSourceId, schemaName, search, request });
    const skipped = skippedOf(found.schemas.map(({ name: schema, locked }) => ({ schema, locked })));
    return named(
      {
        schemas: found.schemas.map(toSchemaResponse),
        tables: found.relations.items.map(toTableResponse),
        pagination: paginationOf(request, found.relations.total),
        discovered_at: found.snapshot.discoveredAt.toISOString(),
        snapshot_id: found.snapshot.id,
        skipped_relations: skipped.map(toSkippedResponse),
      },
      'Schema found.',
    );
  }

  @Get('snapshots')
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the snapshots that are kept of a schema, the newest first',
    status: 200,
    example: named({ snapshots: [SNAPSHOT_EXAMPLE], pagination: ONE_PAGE }, 'Snapshots listed.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ snapshots: SnapshotResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listSnapshots.execute(caller, dataSourceId, request);
    return named(
      { snapshots: items.map(toSnapshotResponse), pagination: paginationOf(request, total) },
      'Snapshots listed.',
    );
  }

  @Get('diff')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Compare two snapshots of a schema; without any named, the current one with the one before',
    description:
      'Each difference has a `kind` such as `column_changed`; what it was and what it is stand in `from` and `to`. ' +
      'Numbers of rows are no difference. `from` of the answer is null when there is nothing earlier.',
    status: 200,
    example: named({ ...DIFF_EXAMPLE, pagination: paginationOf({ page: 1, limit: 500 }, 1) }, 'Snapshots compared.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_DISCOVERED'],
  })
  async compare(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Query() query: DiffQuery,
  ): Promise<Success<DiffResponse & { pagination: Pagination; message: string }>> {
    const page = Number(query.page ?? 1);
    const [from, to] = [query.from, query.to].map((id) => (id === undefined ? null : Number(id)));
    const input = { caller, dataSourceId, from: from ?? null, to: to ?? null, page };
    const comparison = await this.compareSnapshots.execute(input);
    const pagination = paginationOf({ page, limit: RELATIONS_ON_A_PAGE }, comparison.changedRelations);
    return named({ ...toDiffResponse(comparison, pagination.has_next), pagination }, 'Snapshots compared.');
  }
}
