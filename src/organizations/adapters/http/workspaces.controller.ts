import { Body, Controller, Delete, Get, Header, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { CreateWorkspace } from '../../application/create-workspace.js';
import { DeleteWorkspace } from '../../application/delete-workspace.js';
import { ListWorkspaces } from '../../application/list-workspaces.js';
import { ReadWorkspace } from '../../application/read-workspace.js';
import { UpdateWorkspace } from '../../application/update-workspace.js';
import type { WorkspaceSettings } from '../../domain/workspace.js';
import { CreateWorkspaceBody, UpdateWorkspaceBody, type WorkspaceSettingsBody } from './organization.dto.js';
import {
  SETTINGS_EXAMPLE,
  WORKSPACE_EXAMPLE,
  type WorkspaceResponse,
  type WorkspaceSettingsResponse,
  toSettingsResponse,
  toWorkspaceResponse,
} from './responses.js';

type WorkspaceAnswer = Promise<Success<{ workspace: WorkspaceResponse; message: string }>>;

@ApiTags('Workspaces')
@Controller('api/v1')
export class WorkspacesController {
  constructor(
    private readonly listWorkspaces: ListWorkspaces,
    private readonly createWorkspace: CreateWorkspace,
    private readonly readWorkspace: ReadWorkspace,
    private readonly updateWorkspace: UpdateWorkspace,
    private readonly deleteWorkspace: DeleteWorkspace,
  ) {}

  @Get('organizations/:org_id/workspaces')
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the workspaces of an organization',
    status: 200,
    example: named(
      { workspaces: [WORKSPACE_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Workspaces listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() query: PageRequest,
  ): Promise<Success<{ workspaces: WorkspaceResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listWorkspaces.execute(caller, organizationId, query);
    const workspaces = items.map(toWorkspaceResponse);
    return named({ workspaces, pagination: paginationOf(query, total) }, 'Workspaces listed.');
  }

  @Post('organizations/:org_id/workspaces')
  @Answers({
    summary: 'Create a workspace',
    status: 201,
    example: named({ workspace: WORKSPACE_EXAMPLE }, 'Workspace created.'),
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
    @Body() { name, settings }: CreateWorkspaceBody,
    @Res({ passthrough: true }) response: Response,
  ): WorkspaceAnswer {
    const input = { caller, organizationId, name: name.trim(), settings: settingsOf(settings) };
    const workspace = await this.createWorkspace.execute(input);
    sendEntityTag(response, workspace.version);
    return named({ workspace: toWorkspaceResponse(workspace) }, 'Workspace created.');
  }

  @Get('workspaces/:workspace_id')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read a workspace',
    status: 200,
    example: named({ workspace: WORKSPACE_EXAMPLE }, 'Workspace found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @Res({ passthrough: true }) response: Response,
  ): WorkspaceAnswer {
    const workspace = await this.readWorkspace.execute(caller, workspaceId);
    sendEntityTag(response, workspace.version);
    return named({ workspace: toWorkspaceResponse(workspace) }, 'Workspace found.');
  }

  @Get('workspaces/:workspace_id/settings')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read the settings of a workspace',
    status: 200,
    example: named({ settings: SETTINGS_EXAMPLE }, 'Settings found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async readSettings(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<{ settings: WorkspaceSettingsResponse; message: string }>> {
    const workspace = await this.readWorkspace.execute(caller, workspaceId);
    sendEntityTag(response, workspace.version);
    return named({ settings: toSettingsResponse(workspace.settings) }, 'Settings found.');
  }

  @Put('workspaces/:workspace_id')
  @Versioned()
  @Answers({
    summary: 'Change name or settings of a workspace; settings merge, `custom_settings` is replaced',
    status: 200,
    example: named(
      { workspace: { id: 1, name: 'Hydrology', updated_at: WORKSPACE_EXAMPLE.updated_at } },
      'Workspace updated.',
    ),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'PRECONDITION_FAILED',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @Body() { name, settings }: UpdateWorkspaceBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<{ workspace: Pick<WorkspaceResponse, 'id' | 'name' | 'updated_at'>; message: string }>> {
    const changed = settingsOf(settings);
    const change = {
      ...(name !== undefined && { name: name.trim() }),
      ...(Object.keys(changed).length > 0 && { settings: changed }),
    };
    if (Object.keys(change).length === 0) throw new ValidationFailed([], 'Name something to change.');
    const workspace = await this.updateWorkspace.execute({ caller, workspaceId, change, expectedVersion });
    sendEntityTag(response, workspace.version);
    const updated = { id: workspace.id, name: workspace.name, updated_at: workspace.updatedAt.toISOString() };
    return named({ workspace: updated }, 'Workspace updated.');
  }

  @Delete('workspaces/:workspace_id')
  @Answers({
    summary: 'Delete a workspace and the roles held in it',
    status: 200,
    example: bare({ success: true }, 'Workspace deleted.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
  ): Promise<Success<{ success: true }>> {
    await this.deleteWorkspace.execute(caller, workspaceId);
    return bare({ success: true }, 'Workspace deleted.');
  }
}

/** What is not named stays as it is. */
function settingsOf(body: WorkspaceSettingsBody | undefined): Partial<WorkspaceSettings> {
  return {
    ...(body?.allow_public_access !== undefined && { allowPublicAccess: body.allow_public_access }),
    ...(body?.default_role_id !== undefined && { defaultRoleId: body.default_role_id }),
    ...(body?.custom_settings !== undefined && { customSettings: body.custom_settings }),
  };
}
