import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ListRememberedData } from '../../application/list-remembered-data.js';
import { ReleaseData } from '../../application/release-data.js';
import { RememberedData, toRememberedData } from './remembered-data-response.js';

@ApiTags('Data sources')
@Controller('api/v1/organizations/:org_id/remembered-data')
export class RememberedDataController {
  constructor(
    private readonly listRememberedData: ListRememberedData,
    private readonly releaseData: ReleaseData,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listRememberedData',
    summary: 'List data that was under policies or labels when its data source was deleted or pointed elsewhere',
    permissions: ['data_source.read', 'abac.read'],
    description: 'Nobody without `abac.grant` registers it again until it is released.',
    status: 200,
    answer: namedSuccess({ remembered_data: listOf(RememberedData), pagination: Pagination }, 'Remembered data listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @PageParams() query: PageRequest) {
    const { items, total } = await this.listRememberedData.execute(caller, organizationId, query);
    const pagination = paginationOf(query, total);
    return named({ remembered_data: items.map(toRememberedData), pagination }, 'Remembered data listed.');
  }

  @Delete(':record_id')
  @RequiresStepUp()
  @Operation({
    id: 'releaseData',
    summary: 'Forget that data was under policies, so that all who may register data sources may register it',
    permissions: ['data_source.read', 'abac.grant'],
    status: 200,
    answer: bareSuccess(Done, 'Data released.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async release(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('record_id') recordId: number) {
    await this.releaseData.execute(caller, organizationId, recordId);
    return bare({ success: true }, 'Data released.');
  }
}
