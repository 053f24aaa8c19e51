import { Body, Controller, Delete, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { AddWorkspaceMember } from '../../application/add-workspace-member.js';
import { ListWorkspaceMembers } from '../../application/list-workspace-members.js';
import { RemoveWorkspaceMember } from '../../application/remove-workspace-member.js';
import { WorkspaceMemberBody } from './organization.dto.js';
import { MEMBER_EXAMPLE, type MemberResponse, toMemberResponse } from './responses.js';

const ADDED_EXAMPLE = { user_id: 4, role: { id: 3, name: 'editor' } };

@ApiTags('Workspaces')
@Controller('api/v1/workspaces/:workspace_id/members')
export class WorkspaceMembersController {
  constructor(
    private readonly listWorkspaceMembers: ListWorkspaceMembers,
    private readonly addWorkspaceMember: AddWorkspaceMember,
    private readonly removeWorkspaceMember: RemoveWorkspaceMember,
  ) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List who holds a role in a workspace itself',
    status: 200,
    example: named(
      { members: [MEMBER_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Members listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @PageParams() query: PageRequest,
  ): Promise<Success<{ members: MemberResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listWorkspaceMembers.execute(caller, workspaceId, query);
    return named({ members: items.map(toMemberResponse), pagination: paginationOf(query, total) }, 'Members listed.');
  }

  @Post()
  @Answers({
    summary: 'Give a member of the organization a role in a workspace',
    status: 201,
    example: named({ member: ADDED_EXAMPLE }, 'Member added.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'OWNER_APPROVAL_REQUIRED',
      'NOT_FOUND',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async add(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @Body() body: WorkspaceMemberBody,
  ): Promise<Success<{ member: typeof ADDED_EXAMPLE; message: string }>> {
    const userId = body.user_id;
    const { role } = await this.addWorkspaceMember.execute({
      caller,
      workspaceId,
      userId,
      roleId: body.role_id ?? null,
    });
    return named({ member: { user_id: userId, role } }, 'Member added.');
  }

  @Delete(':user_id')
  @Answers({
    summary: 'Take away the role that somebody holds in a workspace itself',
    status: 200,
    example: bare({ success: true }, 'Member removed.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @IdParam('user_id') userId: number,
  ): Promise<Success<{ success: true }>> {
    await this.removeWorkspaceMember.execute({ caller, workspaceId, userId });
    return bare({ success: true }, 'Member removed.');
  }
}
