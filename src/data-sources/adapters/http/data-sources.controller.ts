import { Body, Controller, Delete, Get, Patch, Query, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { OF_WORKSPACE, OrganizationFilter, WorkspaceFilter } from '../../../platform/http/place-filter.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { Chosen, IdsParam } from '../../../platform/http/ids-param.js';
import { SearchParam, Searched } from '../../../platform/http/search-param.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { assertChanges } from '../../../platform/http/request-validation.pipe.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CreateDataSource } from '../../application/create-data-source.js';
import { OpenDataSource } from '../../application/open-data-source.js';
import { DeleteDataSource } from '../../application/delete-data-source.js';
import { ListDataSources } from '../../application/list-data-sources.js';
import { ReadDataSource } from '../../application/read-data-source.js';
import { TestConnection } from '../../application/test-connection.js';
import { TestDataSource } from '../../application/test-data-source.js';
import { UpdateDataSource } from '../../application/update-data-source.js';
import { DataSource, DataSourceTest, SameData, toDataSource, toDataSourceTest, toSameData } from './data-source-response.js';
import { CreateDataSourceBody, DataSourceQuery, TestConnectionBody, UpdateDataSourceBody, givenBy } from './data-source.dto.js';

const PROTECTED =
  'A file or address that policies or labels of another data source of the organization protect, or did before it was deleted, needs ' +
  '`abac.grant`. So does pointing a protected data source elsewhere.';

@ApiTags('Data sources')
@Controller('api/v1/data-sources')
export class DataSourcesController {
  constructor(
    private readonly listDataSources: ListDataSources,
    private readonly createDataSource: CreateDataSource,
    private readonly readDataSource: ReadDataSource,
    private readonly updateDataSource: UpdateDataSource,
    private readonly deleteDataSource: DeleteDataSource,
    private readonly openDataSource: OpenDataSource,
    private readonly testConnection: TestConnection,
    private readonly testDataSource: TestDataSource,
  ) {}

  @Get()
  @Paged()
  @ApiQuery({
    name: 'organization_id',
    required: false,
    description: 'Only the data sources of this organization; without it, those of all your organizations.',
    schema: { type: 'integer', minimum: 1 },
  })
  @ApiQuery(OF_WORKSPACE)
  @Searched('Only data sources with this text in their name, in any case.')
  @Chosen()
  @Operation({
    id: 'listDataSources',
    summary: 'List the data sources of one organization, or of all where you may see them',
    description: 'Holds the data sources of the organizations and workspaces in which you have the permission `data_source.read`.',
    status: 200,
    answer: namedSuccess({ data_sources: listOf(DataSource), pagination: Pagination }, 'Data sources listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @OrganizationFilter() organizationId: number | null,
    @WorkspaceFilter() workspaceId: number | null,
    @SearchParam() search: string | null,
    @IdsParam() ids: readonly number[] | null,
    @Query() { failing }: DataSourceQuery,
    @PageParams() query: PageRequest,
  ) {
    const sought = { organizationId, workspaceId, ids, search, isFailing: failing === 'true' };
    const { items, total } = await this.listDataSources.execute(caller, sought, query);
    return named({ data_sources: items.map(toDataSource), pagination: paginationOf(query, total) }, 'Data sources listed.');
  }

  @Post()
  @Operation({
    id: 'createDataSource',
    summary: 'Register a data source; nothing connects to it yet',
    permissions: ['data_source.write'],
    description: PROTECTED,
    status: 201,
    answer: namedSuccess({ data_source: DataSource, same_data: SameData }, 'Data source created.', {
      data_source: { id: 2, name: 'River warehouse', updated_at: '2026-11-20T09:15:00.000Z' },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'HOST_NOT_ALLOWED', 'CONFLICT', 'DATA_UNDER_POLICIES', 'DATA_NOT_COMPARED'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() {
      organization_id: organizationId,
      workspace_id: workspaceId = null,
      name,
      engine,
      connection,
      labels = [],
    }: CreateDataSourceBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { source, sameData } = await this.createDataSource.execute({
      caller,
      organizationId,
      workspaceId,
      name: name.trim(),
      engine,
      connection: givenBy(connection),
      labels,
    });
    sendEntityTag(response, source.version);
    const same_data = toSameData(sameData);
    return named({ data_source: toDataSource(source), same_data }, 'Data source created.');
  }

  @Post('test', 'nothing')
  @Operation({
    id: 'testConnection',
    summary: 'Try to connect before a data source is registered; a failure is an answer, not an error',
    permissions: ['data_source.write'],
    description: 'Nothing is stored. Failures count towards the same limit as those of registered data sources.',
    status: 200,
    answer: bareSuccess(DataSourceTest, 'Connection tested.'),
    errors: ['FORBIDDEN', 'RATE_LIMITED'],
  })
  async testGiven(@CurrentCaller() caller: Caller, @Body() { organization_id: organizationId, engine, connection }: TestConnectionBody) {
    const input = { caller, organizationId, engine, connection: givenBy(connection) };
    return bare(toDataSourceTest(await this.testConnection.execute(input)), 'Connection tested.');
  }

  @Get(':data_source_id')
  @Operation({
    id: 'readDataSource',
    summary: 'Read a data source',
    permissions: ['data_source.read'],
    description: 'A data source of another organization gets 404. A caller without an organization gets 403.',
    status: 200,
    answer: namedSuccess({ data_source: DataSource }, 'Data source found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const source = await this.readDataSource.execute(caller, dataSourceId);
    sendEntityTag(response, source.version);
    return named({ data_source: toDataSource(source) }, 'Data source found.');
  }

  @Patch(':data_source_id')
  @Versioned()
  @Operation({
    id: 'updateDataSource',
    summary: 'Change name or connection of a data source; the fields of the connection merge',
    permissions: ['data_source.write'],
    description:
      'A stored password is not sent elsewhere: to change host, port or username, or to loosen ssl, send it in the same request. ' +
      'A new host, port, database or file means a new schema, so the discovered one is deleted. ' +
      PROTECTED,
    status: 200,
    answer: namedSuccess({ data_source: DataSource, same_data: SameData }, 'Data source updated.', {
      data_source: { name: 'River atlas' },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'HOST_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT', 'DATA_UNDER_POLICIES', 'DATA_NOT_COMPARED'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() { workspace_id: workspaceId, name, connection, labels }: UpdateDataSourceBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const given = connection === undefined ? {} : givenBy(connection);
    const change = {
      ...(workspaceId !== undefined && { workspaceId }),
      ...(name !== undefined && { name: name.trim() }),
      ...(Object.keys(given).length > 0 && { connection: given }),
      ...(labels !== undefined && { labels }),
    };
    assertChanges(change);
    const { source, sameData } = await this.updateDataSource.execute({ caller, dataSourceId, change, expectedVersion });
    sendEntityTag(response, source.version);
    const same_data = toSameData(sameData);
    return named({ data_source: toDataSource(source), same_data }, 'Data source updated.');
  }

  @Delete(':data_source_id')
  @Versioned()
  @Operation({
    id: 'deleteDataSource',
    summary: 'Delete a data source and its discovered schema',
    permissions: ['data_source.write'],
    description:
      'With labels or active policies this needs `abac.grant` too, and its data stays remembered: see ' +
      '`GET /api/v1/organizations/{org_id}/remembered-data`.',
    status: 200,
    answer: bareSuccess(Done, 'Data source deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DATA_UNDER_POLICIES'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @ExpectedVersion() expectedVersion: number | null,
  ) {
    await this.deleteDataSource.execute({ caller, dataSourceId, expectedVersion });
    return bare({ success: true }, 'Data source deleted.');
  }

  @Post(':data_source_id/open')
  @RequiresStepUp()
  @Operation({
    id: 'openDataSource',
    summary: 'Let people read a closed data source',
    permissions: ['data_source.read', 'abac.grant'],
    description: 'It has only its own policies: `same_data` names what else protects its data.',
    status: 200,
    answer: namedSuccess({ data_source: DataSource, same_data: SameData }, 'Data source opened.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  })
  async open(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { source, sameData } = await this.openDataSource.execute(caller, dataSourceId);
    sendEntityTag(response, source.version);
    return named({ data_source: toDataSource(source), same_data: toSameData(sameData) }, 'Data source opened.');
  }

  @Post(':data_source_id/test')
  @Operation({
    id: 'testDataSource',
    summary: 'Try to connect to a data source; a failure is an answer, not an error',
    permissions: ['data_source.write'],
    status: 200,
    answer: bareSuccess(DataSourceTest, 'Data source tested.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  })
  async test(@CurrentCaller() caller: Caller, @IdParam('data_source_id') dataSourceId: number) {
    return bare(toDataSourceTest(await this.testDataSource.execute(caller, dataSourceId)), 'Data source tested.');
  }
}
