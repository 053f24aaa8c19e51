import { Body, Controller, Delete, Get, Header, Patch, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ChangeMemberRole } from '../../application/change-member-role.js';
import { ListMembers } from '../../application/list-members.js';
import { RemoveMember } from '../../application/remove-member.js';
import { MemberRoleBody } from './organization.dto.js';
import { MEMBER_EXAMPLE, type MemberResponse, toMemberResponse } from './responses.js';

const LONGEST_SEARCH = 254;

@ApiTags('Organizations')
@Controller('api/v1/organizations/:org_id/members')
export class MembersController {
  constructor(
    private readonly listMembers: ListMembers,
    private readonly changeMemberRole: ChangeMemberRole,
    private readonly removeMember: RemoveMember,
  ) {}

  @Get()
  @Paged()
  @ApiQuery({ name: 'search', required: false, description: 'Beginning of a username or e-mail address.' })
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the members of an organization',
    status: 200,
    example: named(
      { members: [MEMBER_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Members listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
    @Query('search') search: unknown,
  ): Promise<Success<{ members: MemberResponse[]; pagination: Pagination; message: string }>> {
    if (search !== undefined && (typeof search !== 'string' || search.length > LONGEST_SEARCH))
      throw new ValidationFailed([
        { field: 'search', message: `Must be one text of ${LONGEST_SEARCH} characters at most.` },
      ]);
    const { items, total } = await this.listMembers.execute({
      caller,
      organizationId,
      search: search ?? null,
      request,
    });
    return named({ members: items.map(toMemberResponse), pagination: paginationOf(request, total) }, 'Members listed.');
  }

  @Patch(':user_id')
  @Answers({
    summary: 'Give a member another role',
    description: 'Nobody gives or takes a role that allows more than their own; the last owner stays one.',
    status: 200,
    example: named({ member: MEMBER_EXAMPLE }, 'Role changed.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'OWNER_APPROVAL_REQUIRED',
      'NOT_FOUND',
      'LAST_OWNER',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async changeRole(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('user_id') userId: number,
    @Body() body: MemberRoleBody,
  ): Promise<Success<{ member: MemberResponse; message: string }>> {
    const member = await this.changeMemberRole.execute({ caller, organizationId, userId, roleId: body.role_id });
    return named({ member: toMemberResponse(member) }, 'Role changed.');
  }

  @Delete(':user_id')
  @Answers({
    summary: 'Remove a member; the access ends with the next request',
    status: 200,
    example: bare({ success: true }, 'Member removed.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'LAST_OWNER'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('user_id') userId: number,
  ): Promise<Success<{ success: true }>> {
    await this.removeMember.execute({ caller, organizationId, userId });
    return bare({ success: true }, 'Member removed.');
  }
}
