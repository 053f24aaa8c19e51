import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { sendDownload } from '../../../platform/http/send-download.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ExportMembers } from '../../application/export-members.js';
import { ListClassifiedMembers } from '../../application/list-classified-members.js';
import { CSV, csvOf } from './member-csv.js';
import { MigratingMember, toMigratingMember } from './member-response.js';
import { MemberQuery, toMemberFilter } from './member.dto.js';

const LISTED = 'Members listed with their groups.';

@ApiTags('Single sign-on migration')
@Controller('api/v1/sso/enforcement/migration-plan/:organization_id')
export class ClassifiedMembersController {
  constructor(
    private readonly listMembers: ListClassifiedMembers,
    private readonly exportMembers: ExportMembers,
  ) {}

  @Get('users')
  @Paged()
  @Operation({
    id: 'listMigratingMembers',
    summary: 'List members with their group, the reasons with evidence, and who has to act next',
    permissions: ['sso.read'],
    description: "As they are now, by user id. `reason` matches any of a member's reasons, not only the primary one.",
    status: 200,
    answer: namedSuccess({ users: listOf(MigratingMember), pagination: Pagination }, LISTED),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @PageParams() request: PageRequest,
    @Query() query: MemberQuery,
  ) {
    const filter = toMemberFilter(query);
    const { items, total } = await this.listMembers.execute({ caller, organizationId, filter, request });
    return named({ users: items.map(toMigratingMember), pagination: paginationOf(request, total) }, LISTED);
  }

  @Get('users.csv')
  @Operation({
    id: 'exportMigratingMembers',
    summary: 'Export members with their groups and reasons as CSV',
    permissions: ['sso.read'],
    description:
      'Takes the filters of the list. Texts that a spreadsheet would read as a formula begin with an apostrophe. ' +
      'The export is itself an audit event.',
    status: 200,
    type: 'text/csv',
    headers: ['Content-Disposition'],
    errors: ['FORBIDDEN'],
  })
  async export(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Query() query: MemberQuery,
    @Res() response: Response,
  ) {
    const batches = await this.exportMembers.execute({ caller, organizationId, filter: toMemberFilter(query) });
    const name = `migration-users-${organizationId}.csv`;
    await sendDownload(response, { name, type: CSV, parts: csvOf(batches) });
  }
}
