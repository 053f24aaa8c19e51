import { Body, Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Chosen, IdsParam } from '../../../platform/http/ids-param.js';
import { SearchParam, Searched } from '../../../platform/http/search-param.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { assertChanges } from '../../../platform/http/request-validation.pipe.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CreateWorkspace } from '../../application/create-workspace.js';
import { DeleteWorkspace } from '../../application/delete-workspace.js';
import { ListWorkspaces } from '../../application/list-workspaces.js';
import { ReadWorkspace } from '../../application/read-workspace.js';
import { UpdateWorkspace } from '../../application/update-workspace.js';
import type { WorkspaceSettings as KeptSettings } from '../../domain/workspace.js';
import { CreateWorkspaceBody, UpdateWorkspaceBody, type WorkspaceSettingsBody } from './organization.dto.js';
import {
  UpdatedWorkspace,
  Workspace,
  WorkspaceSettings,
  toUpdatedWorkspace,
  toWorkspace,
  toWorkspaceSettings,
} from './organization-response.js';

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
  @Searched('A part of their names, in capitals or not.')
  @Chosen()
  @Operation({
    id: 'listWorkspaces',
    summary: 'List the workspaces of an organization that you see',
    description:
      'Those that you are a member of, those with `allow_public_access`, and all of them with `workspace.delete`. A role without ' +
      '`workspace.read` sees none where no workspace is public.',
    status: 200,
    answer: namedSuccess({ workspaces: listOf(Workspace), pagination: Pagination }, 'Workspaces listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() query: PageRequest,
    @SearchParam() search: string | null,
    @IdsParam() ids: readonly number[] | null,
  ) {
    const { items, total } = await this.listWorkspaces.execute({ caller, organizationId, search, ids, request: query });
    const workspaces = items.map(toWorkspace);
    return named({ workspaces, pagination: paginationOf(query, total) }, 'Workspaces listed.');
  }

  @Post('organizations/:org_id/workspaces')
  @Operation({
    id: 'createWorkspace',
    summary: 'Create a workspace',
    permissions: ['workspace.write'],
    status: 201,
    answer: namedSuccess({ workspace: Workspace }, 'Workspace created.', {
      workspace: { id: 2, name: 'Flood warning', updated_at: '2026-11-20T09:15:00.000Z' },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { name, settings, labels = [] }: CreateWorkspaceBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = { caller, organizationId, name: name.trim(), settings: settingsOf(settings), labels };
    const workspace = await this.createWorkspace.execute(input);
    sendEntityTag(response, workspace.version);
    return named({ workspace: toWorkspace(workspace) }, 'Workspace created.');
  }

  @Get('workspaces/:workspace_id')
  @Operation({
    id: 'readWorkspace',
    summary: 'Read a workspace',
    permissions: ['workspace.read'],
    status: 200,
    answer: namedSuccess({ workspace: Workspace }, 'Workspace found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const workspace = await this.readWorkspace.execute(caller, workspaceId);
    sendEntityTag(response, workspace.version);
    return named({ workspace: toWorkspace(workspace) }, 'Workspace found.');
  }

  @Get('workspaces/:workspace_id/settings')
  @Operation({
    id: 'readWorkspaceSettings',
    summary: 'Read the settings of a workspace',
    permissions: ['workspace.read'],
    status: 200,
    answer: namedSuccess({ settings: WorkspaceSettings }, 'Settings found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async readSettings(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const workspace = await this.readWorkspace.execute(caller, workspaceId);
    sendEntityTag(response, workspace.version);
    return named({ settings: toWorkspaceSettings(workspace.settings) }, 'Settings found.');
  }

  @Put('workspaces/:workspace_id')
  @Versioned()
  @Operation({
    id: 'updateWorkspace',
    summary: 'Change the name or settings of a workspace',
    permissions: ['workspace.write'],
    description: 'Settings merge: what you leave out stays as it is. `custom_settings` is replaced as a whole.',
    status: 200,
    answer: namedSuccess({ workspace: UpdatedWorkspace }, 'Workspace updated.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @Body() { name, settings, labels }: UpdateWorkspaceBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const changed = settingsOf(settings);
    const change = {
      ...(name !== undefined && { name: name.trim() }),
      ...(Object.keys(changed).length > 0 && { settings: changed }),
      ...(labels !== undefined && { labels }),
    };
    assertChanges(change);
    const workspace = await this.updateWorkspace.execute({ caller, workspaceId, change, expectedVersion });
    sendEntityTag(response, workspace.version);
    return named({ workspace: toUpdatedWorkspace(workspace) }, 'Workspace updated.');
  }

  @Delete('workspaces/:workspace_id')
  @Versioned()
  @Operation({
    id: 'deleteWorkspace',
    summary: 'Delete a workspace and the roles held in it',
    permissions: ['workspace.delete'],
    status: 200,
    description: 'A workspace that holds data sources or prompt templates cannot be deleted.',
    answer: bareSuccess(Done, 'Workspace deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('workspace_id') workspaceId: number,
    @ExpectedVersion() expectedVersion: number | null,
  ) {
    await this.deleteWorkspace.execute({ caller, workspaceId, expectedVersion });
    return bare({ success: true }, 'Workspace deleted.');
  }
}

/** What is left out stays as it is. */
function settingsOf(body: WorkspaceSettingsBody | undefined): Partial<KeptSettings> {
  return {
    ...(body?.allow_public_access !== undefined && { allowPublicAccess: body.allow_public_access }),
    ...(body?.default_role_id !== undefined && { defaultRoleId: body.default_role_id }),
    ...(body?.custom_settings !== undefined && { customSettings: body.custom_settings }),
  };
}
