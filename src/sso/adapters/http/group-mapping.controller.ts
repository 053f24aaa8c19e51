import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { component, id, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ReadGroupMapping } from '../../application/read-group-mapping.js';
import { ReplaceGroupMapping } from '../../application/replace-group-mapping.js';
import { ABSENT_GROUPS, type GroupMappingOfConnection } from '../../domain/claimed-groups.js';
import { SsoGroupMappingBody } from './group-mapping.dto.js';

const SsoGroupMapping = component(
  'SsoGroupMapping',
  z.object({
    mappings: listOf(z.object({ group: z.string(), role_id: id, workspace_id: id.nullable() })),
    absent_groups: z.enum(ABSENT_GROUPS),
    responsible_user_id: id.nullable().meta({
      description:
        'The person who last saved the mapping, which gives only what this person may still give. `null`: the account is gone, or somebody who ' +
        'is no owner changed where groups come from since. Then nothing changes until the mapping is saved again.',
    }),
  }),
  {
    mappings: [
      { group: 'Administrators', role_id: 2, workspace_id: null },
      { group: 'Analysts', role_id: 3, workspace_id: 1 },
    ],
    absent_groups: 'keep',
    responsible_user_id: 2,
  },
);

@ApiTags('Single sign-on')
@Controller('api/v1/sso/connections/:connection_id/group-mapping')
export class GroupMappingController {
  constructor(
    private readonly readGroupMapping: ReadGroupMapping,
    private readonly replaceGroupMapping: ReplaceGroupMapping,
  ) {}

  @Get()
  @Operation({
    id: 'readSsoGroupMapping',
    summary: 'Read which groups of the provider give which roles',
    permissions: ['sso.read'],
    description: 'The `ETag` is `"0"` until the mapping is replaced for the first time.',
    status: 200,
    answer: namedSuccess(
      {
        group_mapping: SsoGroupMapping,
        is_withheld: z
          .boolean()
          .meta({ description: '`true`: the mapping gives more than the responsible person may still give, or nobody is responsible.' }),
      },
      'Mapping found.',
      { is_withheld: false },
    ),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { settings, isWithheld } = await this.readGroupMapping.execute(caller, connectionId);
    sendEntityTag(response, settings.version);
    return named({ group_mapping: toMapping(settings), is_withheld: isWithheld }, 'Mapping found.');
  }

  @Put()
  @Versioned('required')
  @RequiresStepUp()
  @Operation({
    id: 'replaceSsoGroupMapping',
    summary: "Replace which groups give which roles, from each person's next login (needs `If-Match`)",
    permissions: ['sso.manage'],
    description:
      'At each login, in the organization and in each workspace, the first mapping that names a group of the person gives the role. Roles that ' +
      'groups gave before end; roles given by hand or by a directory stay, except a default role given by hand, which groups replace. You ' +
      'can add and end only mappings of roles that allow no more than your own. Where a directory (SCIM) manages the person, the directory decides alone.',
    status: 200,
    answer: namedSuccess({ group_mapping: SsoGroupMapping }, 'Mapping replaced.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async replace(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @Body() body: SsoGroupMappingBody,
    @RequiredVersion() expectedVersion: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const settings = {
      absentGroups: body.absent_groups ?? 'keep',
      mappings: body.mappings.map(({ group, role_id: roleId, workspace_id: workspaceId }) => ({
        groupId: group,
        roleId: roleId ?? null,
        workspaceId: workspaceId ?? null,
      })),
    };
    const replaced = await this.replaceGroupMapping.execute({ caller, connectionId, settings, expectedVersion });
    sendEntityTag(response, replaced.version);
    return named({ group_mapping: toMapping(replaced) }, 'Mapping replaced.');
  }
}

function toMapping({ mappings, absentGroups, responsibleId }: GroupMappingOfConnection): z.infer<typeof SsoGroupMapping> {
  return {
    mappings: mappings.map(({ groupId, roleId, workspaceId }) => ({ group: groupId, role_id: roleId, workspace_id: workspaceId })),
    absent_groups: absentGroups,
    responsible_user_id: responsibleId,
  };
}
