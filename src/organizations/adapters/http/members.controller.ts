import { Body, Controller, Delete, Get, Patch, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { PEOPLE_SOUGHT, SearchParam, Searched } from '../../../platform/http/search-param.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ChangeMemberRole } from '../../application/change-member-role.js';
import { ListMemberWorkspaces } from '../../application/list-member-workspaces.js';
import { ListMembers } from '../../application/list-members.js';
import { ReadMember } from '../../application/read-member.js';
import { RemoveMember } from '../../application/remove-member.js';
import { MemberRoleBody } from './organization.dto.js';
import { DescribedMember, toDescribedMember } from './member-response.js';
import { HeldWorkspace, Member, toHeldWorkspace, toMember } from './organization-response.js';

@ApiTags('Organizations')
@Controller('api/v1/organizations/:org_id/members')
export class MembersController {
  constructor(
    private readonly listMembers: ListMembers,
    private readonly readMember: ReadMember,
    private readonly listMemberWorkspaces: ListMemberWorkspaces,
    private readonly changeMemberRole: ChangeMemberRole,
    private readonly removeMember: RemoveMember,
  ) {}

  @Get()
  @Paged()
  @Searched(PEOPLE_SOUGHT)
  @Operation({
    id: 'listMembers',
    summary: 'List the members of an organization',
    permissions: ['member.read'],
    status: 200,
    answer: namedSuccess({ members: listOf(DescribedMember), pagination: Pagination }, 'Members listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
    @SearchParam() search: string | null,
  ) {
    const { items, total } = await this.listMembers.execute({
      caller,
      organizationId,
      search,
      request,
    });
    return named({ members: items.map(toDescribedMember), pagination: paginationOf(request, total) }, 'Members listed.');
  }

  @Get(':user_id')
  @Operation({
    id: 'readMember',
    summary: 'Read one member of an organization',
    permissions: ['member.read'],
    description: 'The `ETag` is the id of their role, which is what `changeMemberRole` changes.',
    status: 200,
    answer: namedSuccess({ member: DescribedMember }, 'Member found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('user_id') userId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const member = await this.readMember.execute({ caller, organizationId, userId });
    // The role is all that can be changed here, so it is the version.
    sendEntityTag(response, member.role.id);
    return named({ member: toDescribedMember(member) }, 'Member found.');
  }

  @Get(':user_id/workspaces')
  @Paged()
  @Operation({
    id: 'listMemberWorkspaces',
    summary: 'List the workspaces in which a member holds a role',
    permissions: ['member.read', 'workspace.read'],
    description: 'By name; roles in the organization reach into all workspaces and are not repeated here.',
    status: 200,
    answer: namedSuccess({ workspaces: listOf(HeldWorkspace), pagination: Pagination }, 'Workspaces listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async listWorkspaces(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('user_id') userId: number,
    @PageParams() request: PageRequest,
  ) {
    const { items, total } = await this.listMemberWorkspaces.execute({ caller, organizationId, userId, request });
    return named({ workspaces: items.map(toHeldWorkspace), pagination: paginationOf(request, total) }, 'Workspaces listed.');
  }

  @Patch(':user_id')
  @Versioned()
  @Operation({
    id: 'changeMemberRole',
    summary: 'Give a member another role',
    permissions: ['member.remove'],
    description: 'You can give or take only roles that allow no more than your own, and an organization keeps at least one ' + 'owner.',
    status: 200,
    answer: namedSuccess({ member: Member }, 'Role changed.', { member: { role: { id: 3, name: 'editor' } } }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'LAST_OWNER', 'BREAK_GLASS_NEEDED'],
  })
  async changeRole(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('user_id') userId: number,
    @Body() body: MemberRoleBody,
    @ExpectedVersion() inPlaceOf: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const member = await this.changeMemberRole.execute({ caller, organizationId, userId, roleId: body.role_id, inPlaceOf });
    sendEntityTag(response, member.role.id);
    return named({ member: toMember(member) }, 'Role changed.');
  }

  @Delete(':user_id')
  @Versioned()
  @Operation({
    id: 'removeMember',
    summary: 'Remove a member from an organization',
    permissions: ['member.remove'],
    description: 'Their access ends with their next request. An organization keeps at least one owner.',
    status: 200,
    answer: bareSuccess(Done, 'Member removed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'LAST_OWNER', 'BREAK_GLASS_NEEDED'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('user_id') userId: number,
    @ExpectedVersion() inPlaceOf: number | null,
  ) {
    await this.removeMember.execute({ caller, organizationId, userId, inPlaceOf });
    return bare({ success: true }, 'Member removed.');
  }
}
