import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Pagination, id, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CompareSnapshots, RELATIONS_ON_A_PAGE } from '../../application/compare-snapshots.js';
import { ListSnapshots } from '../../application/list-snapshots.js';
import { ReadSchema } from '../../application/read-schema.js';
import { SkippedRelation, toSkippedRelation } from './discovery-response.js';
import { DiscoveredSchema, SchemaSnapshot, schemaDiff, toDiff, toSchema, toSnapshot } from './schema-response.js';
import { DiffQuery, SchemaQuery } from './schema.dto.js';
import { DiscoveredTable, toTable } from './table-response.js';

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
  @Operation({
    id: 'readSchema',
    summary: 'Read or search the discovered schema of a data source',
    permissions: ['data_source.read'],
    description:
      'Tables and views by schema and name; a search without an exact match finds similar words, best first. ' +
      'Names and comments are as the source has them: text of others, do not trust it. `skipped_relations` were locked when their ' +
      'schema was read: they are shown as they were before, or not at all.',
    status: 200,
    answer: namedSuccess(
      {
        schemas: listOf(DiscoveredSchema),
        tables: listOf(DiscoveredTable),
        pagination: Pagination,
        discovered_at: moment.meta({ examples: ['2026-11-20T09:15:00.000Z'] }),
        snapshot_id: id.meta({ examples: [4] }),
        skipped_relations: listOf(SkippedRelation),
      },
      'Schema found.',
    ),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_FOUND', 'SCHEMA_NOT_DISCOVERED'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Query() query: SchemaQuery,
    @PageParams() request: PageRequest,
  ) {
    const { schema_name: schemaName = null, search = null } = query;
    const found = await this.readSchema.execute({ caller, dataSourceId, schemaName, search, request });
    return named(
      {
        schemas: found.schemas.map(toSchema),
        tables: found.relations.items.map((relation) => toTable(relation, found.engine)),
        pagination: paginationOf(request, found.relations.total),
        discovered_at: found.snapshot.discoveredAt.toISOString(),
        snapshot_id: found.snapshot.id,
        skipped_relations: found.skipped.map(toSkippedRelation),
      },
      'Schema found.',
    );
  }

  @Get('snapshots')
  @Paged()
  @Operation({
    id: 'listSnapshots',
    summary: 'List the kept snapshots of a schema, newest first',
    permissions: ['data_source.read'],
    status: 200,
    answer: namedSuccess({ snapshots: listOf(SchemaSnapshot), pagination: Pagination }, 'Snapshots listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('data_source_id') dataSourceId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listSnapshots.execute(caller, dataSourceId, request);
    return named({ snapshots: items.map(toSnapshot), pagination: paginationOf(request, total) }, 'Snapshots listed.');
  }

  @Get('diff')
  @Operation({
    id: 'compareSnapshots',
    summary: 'Compare two snapshots of a schema; by default the current one with the one before',
    permissions: ['data_source.read'],
    description:
      'A different number of rows does not count as a difference, nor does what the older snapshot did not read. Only ' +
      'PostgreSQL shows renames; elsewhere something is dropped, and something else added.',
    status: 200,
    answer: namedSuccess({ ...schemaDiff, pagination: Pagination }, 'Snapshots compared.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_DISCOVERED'],
  })
  async compare(@CurrentCaller() caller: Caller, @IdParam('data_source_id') dataSourceId: number, @Query() query: DiffQuery) {
    const page = Number(query.page ?? 1);
    const [from, to] = [query.from, query.to].map((given) => (given === undefined ? null : Number(given)));
    const input = { caller, dataSourceId, from: from ?? null, to: to ?? null, page };
    const comparison = await this.compareSnapshots.execute(input);
    const pagination = paginationOf({ page, limit: RELATIONS_ON_A_PAGE }, comparison.changedRelations);
    return named({ ...toDiff(comparison, pagination.has_next), pagination }, 'Snapshots compared.');
  }
}
