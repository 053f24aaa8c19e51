import { Body, Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { AddWorkspaceMember } from '../../application/add-workspace-member.js';
import { ListWorkspaceMembers } from '../../application/list-workspace-members.js';
import { RemoveWorkspaceMember } from '../../application/remove-workspace-member.js';
import { WorkspaceMemberBody } from './organization.dto.js';
import { AddedWorkspaceMember, Member, toMember } from './organization-response.js';

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
  @Operation({
    id: 'listWorkspaceMembers',
    summary: 'List the members of a workspace',
    permissions: ['workspace.read'],
    description: 'Those who hold a role in the workspace itself; `role` is that role.',
    status: 200,
    answer: namedSuccess({ members: listOf(Member), pagination: Pagination }, 'Members listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('workspace_id') workspaceId: number, @PageParams() query: PageRequest) {
    const { items, total } = await this.listWorkspaceMembers.execute(caller, workspaceId, query);
    return named({ members: items.map(toMember), pagination: paginationOf(query, total) }, 'Members listed.');
  }

  @Post()
  @Operation({
    id: 'addWorkspaceMember',
    summary: 'Give a member of the organization a role in a workspace',
    permissions: ['workspace.write'],
    description: 'You can only give roles that allow no more than your own. Choose another role.',
    status: 201,
    answer: namedSuccess({ member: AddedWorkspaceMember }, 'Member added.'),
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async add(@CurrentCaller() caller: Caller, @IdParam('workspace_id') workspaceId: number, @Body() body: WorkspaceMemberBody) {
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
  @Operation({
    id: 'removeWorkspaceMember',
    summary: 'Take away the role that a member holds in a workspace',
    permissions: ['workspace.write'],
    description: 'What their role in the organization allows stays.',
    status: 200,
    answer: bareSuccess(Done, 'Member removed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('workspace_id') workspaceId: number, @IdParam('user_id') userId: number) {
    await this.removeWorkspaceMember.execute({ caller, workspaceId, userId });
    return bare({ success: true }, 'Member removed.');
  }
}
