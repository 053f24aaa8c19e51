import { Body, Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, TotalCount, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { PEOPLE_SOUGHT, SearchParam, Searched } from '../../../platform/http/search-param.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { PERMISSIONS, expanded } from '../../../shared/permission.js';
import { CreateRole } from '../../application/create-role.js';
import { DeleteRole } from '../../application/delete-role.js';
import { ListRoleHolders } from '../../application/list-role-holders.js';
import { ListRoles } from '../../application/list-roles.js';
import { UpdateRole } from '../../application/update-role.js';
import { CreateRoleBody, UpdateRoleBody } from './organization.dto.js';
import { RoleHolder, toRoleHolder } from './member-response.js';
import { ListedRole, PermissionMeaning, Role, toListedRole, toRole } from './organization-response.js';

@ApiTags('Roles')
@Controller('api/v1')
export class RolesController {
  constructor(
    private readonly listRoles: ListRoles,
    private readonly listRoleHolders: ListRoleHolders,
    private readonly createRole: CreateRole,
    private readonly updateRole: UpdateRole,
    private readonly deleteRole: DeleteRole,
  ) {}

  @Get('organizations/:org_id/roles')
  @Operation({
    id: 'listRoles',
    summary: 'List the roles of an organization, the built-in ones first',
    permissions: ['role.read'],
    status: 200,
    answer: namedSuccess({ roles: listOf(ListedRole), total_count: TotalCount }, 'Roles listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number) {
    const roles = (await this.listRoles.execute(caller, organizationId)).map(toListedRole);
    return named({ roles, total_count: roles.length }, 'Roles listed.');
  }

  @Post('organizations/:org_id/roles')
  @Operation({
    id: 'createRole',
    summary: 'Create a custom role',
    permissions: ['role.manage'],
    description: 'You can grant only permissions that you have yourself.',
    status: 201,
    answer: namedSuccess({ role: Role }, 'Role created.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { name, permissions }: CreateRoleBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const role = await this.createRole.execute({ caller, organizationId, name: name.trim(), permissions });
    sendEntityTag(response, role.version);
    return named({ role: toRole(role) }, 'Role created.');
  }

  @Put('roles/:role_id')
  @Versioned()
  @Operation({
    id: 'updateRole',
    summary: 'Change the name or permissions of a custom role; takes effect with the next request of its holders',
    permissions: ['role.manage'],
    status: 200,
    answer: namedSuccess({ role: Role }, 'Role updated.', {
      role: { name: 'River analyst', permissions: ['workspace.read'] },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'BUILT_IN_ROLE'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('role_id') roleId: number,
    @Body() { name, permissions }: UpdateRoleBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const change = {
      ...(name !== undefined && { name: name.trim() }),
      ...(permissions !== undefined && { permissions }),
    };
    const role = await this.updateRole.execute({ caller, roleId, change, expectedVersion });
    sendEntityTag(response, role.version);
    return named({ role: toRole(role) }, 'Role updated.');
  }

  @Delete('roles/:role_id')
  @Versioned()
  @Operation({
    id: 'deleteRole',
    summary: 'Delete a custom role that is not in use',
    permissions: ['role.manage'],
    status: 200,
    answer: bareSuccess(Done, 'Role deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'BUILT_IN_ROLE', 'ROLE_IN_USE'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('role_id') roleId: number, @ExpectedVersion() expectedVersion: number | null) {
    await this.deleteRole.execute({ caller, roleId, expectedVersion });
    return bare({ success: true }, 'Role deleted.');
  }

  @Get('roles/:role_id/holders')
  @Paged()
  @Searched(PEOPLE_SOUGHT)
  @Operation({
    id: 'listRoleHolders',
    summary: 'List who has a role, in the organization and in its workspaces',
    permissions: ['role.read', 'member.read'],
    status: 200,
    answer: namedSuccess({ holders: listOf(RoleHolder), pagination: Pagination }, 'Holders listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async holders(
    @CurrentCaller() caller: Caller,
    @IdParam('role_id') roleId: number,
    @PageParams() request: PageRequest,
    @SearchParam() search: string | null,
  ) {
    const { items, total } = await this.listRoleHolders.execute({ caller, roleId, search, request });
    return named({ holders: items.map(toRoleHolder), pagination: paginationOf(request, total) }, 'Holders listed.');
  }

  @Get('permissions')
  @Operation({
    id: 'listPermissions',
    summary: 'List every permission and what it allows',
    description: 'Everyone who is signed in.',
    status: 200,
    answer: namedSuccess({ permissions: listOf(PermissionMeaning), total_count: TotalCount }, 'Permissions listed.'),
    errors: [],
  })
  permissions() {
    const permissions = expanded(['*']).map((name) => ({ name, description: PERMISSIONS[name] }));
    return named({ permissions, total_count: permissions.length }, 'Permissions listed.');
  }
}
