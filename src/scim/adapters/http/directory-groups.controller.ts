import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { SearchParam, Searched } from '../../../platform/http/search-param.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ListDirectoryGroups } from '../../application/list-directory-groups.js';
import { DirectoryGroup, toDirectoryGroup } from './directory-group-response.js';

@ApiTags('Provisioning')
@Controller('api/v1/organizations/:org_id/scim-groups')
export class DirectoryGroupsController {
  constructor(private readonly listDirectoryGroups: ListDirectoryGroups) {}

  @Get()
  @Paged()
  @Searched('Beginning of a name.')
  @Operation({
    id: 'listDirectoryGroups',
    summary: 'List the groups that the directory of an organization has sent, by name',
    permissions: ['scim.manage'],
    status: 200,
    answer: namedSuccess({ groups: listOf(DirectoryGroup), pagination: Pagination }, 'Groups listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
    @SearchParam() search: string | null,
  ) {
    const { items, total } = await this.listDirectoryGroups.execute({ caller, organizationId, search, request });
    return named({ groups: items.map(toDirectoryGroup), pagination: paginationOf(request, total) }, 'Groups listed.');
  }
}
