import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { sendDownload } from '../../../platform/http/send-download.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ExportMembers } from '../../application/export-members.js';
import { ListClassifiedMembers } from '../../application/list-classified-members.js';
import { CSV, csvOf } from './member-csv.js';
import { MEMBERS_EXAMPLE, type MembersResponse, memberResponse } from './member-response.js';
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
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List members with their group, the reasons with what shows them, and who has to do what next',
    description:
      'As they stand now, by user id. The first reason is the one that decides the group; `reason` takes any of them. `locked_out_if_enforced_now`: somebody who logs in today and would find no way in. `predicted_connection_id`: the connection they log in through, or would. `sessions_to_end` and `tokens_affected`: what opens nothing any more once single sign-on is required; the tokens are the refresh tokens of those sessions and those of trusted devices. `wave`: the one they are in, unless it was rolled back, with its `status` and their own `state` in it.',
    status: 200,
    example: named(MEMBERS_EXAMPLE, LISTED),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @PageParams() request: PageRequest,
    @Query() query: MemberQuery,
  ): Promise<Success<MembersResponse & { message: string }>> {
    const filter = toMemberFilter(query);
    const { items, total } = await this.listMembers.execute({ caller, organizationId, filter, request });
    return named({ users: items.map(memberResponse), pagination: paginationOf(request, total) }, LISTED);
  }

  @Get('users.csv')
  @Answers({
    summary: 'Export members with their groups and reasons as CSV',
    description:
      'Takes the filters of the list. Texts that a spreadsheet would take for a formula begin with an apostrophe. The export is itself an audit event.',
    status: 200,
    contentType: CSV,
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async export(
    @CurrentCaller() caller: Caller,
    @IdParam('organization_id') organizationId: number,
    @Query() query: MemberQuery,
    @Res() response: Response,
  ): Promise<void> {
    const batches = await this.exportMembers.execute({ caller, organizationId, filter: toMemberFilter(query) });
    const name = `migration-users-${organizationId}.csv`;
    await sendDownload(response, { name, type: CSV, parts: csvOf(batches) });
  }
}
