import { Body, Controller, Delete, Get, Header, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { PERMISSIONS } from '../../../shared/permission.js';
import { CreateRole } from '../../application/create-role.js';
import { DeleteRole } from '../../application/delete-role.js';
import { ListRoles } from '../../application/list-roles.js';
import { UpdateRole } from '../../application/update-role.js';
import { CreateRoleBody, UpdateRoleBody } from './organization.dto.js';
import { ROLE_EXAMPLE, type RoleResponse, toRoleResponse } from './responses.js';

interface PermissionResponse {
  readonly name: string;
  readonly description: string;
}

@ApiTags('Roles')
@Controller('api/v1')
export class RolesController {
  constructor(
    private readonly listRoles: ListRoles,
    private readonly createRole: CreateRole,
    private readonly updateRole: UpdateRole,
    private readonly deleteRole: DeleteRole,
  ) {}

  @Get('organizations/:org_id/roles')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the roles of an organization, the built-in ones first',
    status: 200,
    example: named({ roles: [ROLE_EXAMPLE], total_count: 1 }, 'Roles listed.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
  ): Promise<Success<{ roles: RoleResponse[]; total_count: number; message: string }>> {
    const roles = (await this.listRoles.execute(caller, organizationId)).map(toRoleResponse);
    return named({ roles, total_count: roles.length }, 'Roles listed.');
  }

  @Post('organizations/:org_id/roles')
  @Answers({
    summary: 'Create a custom role',
    description: 'Nobody grants what they do not have themselves.',
    status: 201,
    example: named({ role: ROLE_EXAMPLE }, 'Role created.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { name, permissions }: CreateRoleBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<{ role: RoleResponse; message: string }>> {
    const role = await this.createRole.execute({ caller, organizationId, name: name.trim(), permissions });
    sendEntityTag(response, role.version);
    return named({ role: toRoleResponse(role) }, 'Role created.');
  }

  @Put('roles/:role_id')
  @Versioned()
  @Answers({
    summary: 'Change name or permissions of a custom role; it counts on the next request of whoever has it',
    status: 200,
    example: named({ role: ROLE_EXAMPLE }, 'Role updated.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'BUILT_IN_ROLE',
      'PRECONDITION_FAILED',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('role_id') roleId: number,
    @Body() { name, permissions }: UpdateRoleBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<{ role: RoleResponse; message: string }>> {
    const change = {
      ...(name !== undefined && { name: name.trim() }),
      ...(permissions !== undefined && { permissions }),
    };
    if (Object.keys(change).length === 0) throw new ValidationFailed([], 'Name something to change.');
    const role = await this.updateRole.execute({ caller, roleId, change, expectedVersion });
    sendEntityTag(response, role.version);
    return named({ role: toRoleResponse(role) }, 'Role updated.');
  }

  @Delete('roles/:role_id')
  @Answers({
    summary: 'Delete a custom role that nobody has',
    status: 200,
    example: bare({ success: true }, 'Role deleted.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'BUILT_IN_ROLE', 'ROLE_IN_USE'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('role_id') roleId: number,
  ): Promise<Success<{ success: true }>> {
    await this.deleteRole.execute(caller, roleId);
    return bare({ success: true }, 'Role deleted.');
  }

  @Get('permissions')
  @Answers({
    summary: 'List every permission there is, with what it allows',
    status: 200,
    example: named(
      { permissions: [{ name: 'workspace.read', description: PERMISSIONS['workspace.read'] }] },
      'Permissions listed.',
    ),
    errors: ['UNAUTHORIZED'],
  })
  permissions(): Success<{ permissions: PermissionResponse[]; message: string }> {
    const permissions = Object.entries(PERMISSIONS).map(([name, description]) => ({ name, description }));
    return named({ permissions }, 'Permissions listed.');
  }
}
