import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { component, id, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ReadMapping } from '../../application/read-mapping.js';
import { ReplaceMapping } from '../../application/replace-mapping.js';
import type { MappingSettings } from '../../../shared/group-mapping.js';
import { DirectoryGroup, toDirectoryGroup } from './directory-group-response.js';
import { ScimMappingBody } from './mapping.dto.js';

const ScimMapping = component(
  'ScimMapping',
  z.object({
    default_role_id: id.nullable(),
    mappings: listOf(z.object({ group_id: z.string(), role_id: id, workspace_id: id.nullable() })),
  }),
  {
    default_role_id: 4,
    mappings: [
      { group_id: '2f1c1c5e-6a0e-4f2e-9df0-0b8f5d0a7c11', role_id: 2, workspace_id: null },
      { group_id: '8d5b6f0a-3f57-4a0f-8a8e-5d3f0c9b2e22', role_id: 3, workspace_id: 1 },
    ],
  },
);

@ApiTags('Provisioning')
@Controller('api/v1/organizations/:org_id/scim-mapping')
export class MappingController {
  constructor(
    private readonly readMapping: ReadMapping,
    private readonly replaceMapping: ReplaceMapping,
  ) {}

  @Get()
  @Operation({
    id: 'readScimMapping',
    summary: 'Read which groups of the directory give which roles',
    permissions: ['scim.manage'],
    description:
      '`groups` has the mapped groups by name, and how many members each has. The `ETag` is `"0"` until the mapping is replaced for the first time.',
    status: 200,
    answer: namedSuccess({ scim_mapping: ScimMapping, groups: listOf(DirectoryGroup) }, 'Mapping found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Res({ passthrough: true }) response: Response) {
    const { settings, groups } = await this.readMapping.execute(caller, organizationId);
    sendEntityTag(response, settings.version);
    return named({ scim_mapping: toMapping(settings), groups: groups.map(toDirectoryGroup) }, 'Mapping found.');
  }

  @Put()
  @Versioned()
  @RequiresStepUp()
  @Operation({
    id: 'replaceScimMapping',
    summary: 'Replace the mapping of directory groups to roles; takes effect for everyone at once',
    permissions: ['scim.manage'],
    description:
      'A member of several mapped groups has the role of the first mapping in the list, in the organization and in each ' +
      'workspace. You can add and end only mappings of roles that allow no more than your own. Owners keep their role.',
    status: 200,
    answer: namedSuccess({ scim_mapping: ScimMapping }, 'Mapping replaced.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async replace(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() body: ScimMappingBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const settings = {
      defaultRoleId: body.default_role_id ?? null,
      mappings: body.mappings.map(({ group_id, role_id, workspace_id }) => ({
        groupId: group_id,
        roleId: role_id ?? null,
        workspaceId: workspace_id ?? null,
      })),
    };
    const replaced = await this.replaceMapping.execute({ caller, organizationId, settings, expectedVersion });
    sendEntityTag(response, replaced.version);
    return named({ scim_mapping: toMapping(replaced) }, 'Mapping replaced.');
  }
}

function toMapping({ defaultRoleId, mappings }: MappingSettings): z.infer<typeof ScimMapping> {
  return {
    default_role_id: defaultRoleId,
    mappings: mappings.map(({ groupId, roleId, workspaceId }) => ({
      group_id: groupId,
      role_id: roleId,
      workspace_id: workspaceId,
    })),
  };
}
