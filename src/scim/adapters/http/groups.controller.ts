import { Delete, Headers, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CreateGroup } from '../../application/create-group.js';
import { DeleteGroup } from '../../application/delete-group.js';
import { PatchGroup } from '../../application/patch-group.js';
import { ReplaceGroup } from '../../application/replace-group.js';
import { RepresentResources } from '../../application/represent-resources.js';
import type { JsonObject } from '../../domain/json.js';
import { type Projection, projectionOf } from '../../domain/projection.js';
import type { Provisioner } from '../../domain/provisioner.js';
import type { Resource } from '../../domain/resource.js';
import { GROUP_SCHEMA, PATCH_MESSAGE } from '../../domain/schema/urns.js';
import { Config } from '../../../platform/config/config.js';
import { CurrentProvisioner } from './provisioner.js';
import { IfMatch, scimBaseUrl, sendCreated, sendVersion } from './resource-head.js';
import { ScimAnswers, ScimBody, ScimController, ScimQuery, type ScimQueryParameters } from './scim-route.js';

const MEMBER = '2819c223-7f76-453a-919d-413861904646';

const BODY = { schemas: [GROUP_SCHEMA], displayName: 'Hydrologists', members: [{ value: MEMBER }] };

const EXAMPLE = {
  schemas: [GROUP_SCHEMA],
  id: 'e9e30dba-f08f-4109-8486-d5c6a331660a',
  displayName: 'Hydrologists',
  members: [
    { value: MEMBER, type: 'User', display: 'bjensen', $ref: `https://headgate.example/scim/v2/Users/${MEMBER}` },
  ],
  meta: {
    resourceType: 'Group',
    created: '2026-11-20T09:00:00.000Z',
    lastModified: '2026-11-20T09:00:00.000Z',
    version: 'W/"1"',
    location: 'https://headgate.example/scim/v2/Groups/e9e30dba-f08f-4109-8486-d5c6a331660a',
  },
};

@ScimController('/Groups')
export class GroupsController {
  constructor(
    private readonly createGroup: CreateGroup,
    private readonly replaceGroup: ReplaceGroup,
    private readonly patchGroup: PatchGroup,
    private readonly deleteGroup: DeleteGroup,
    private readonly representResources: RepresentResources,
    private readonly config: Config,
  ) {}

  @Post()
  @ScimAnswers({ summary: 'Create a group', status: 201, example: EXAMPLE, takes: BODY, errors: [400, 409] })
  async create(
    @CurrentProvisioner() provisioner: Provisioner,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    const projection = projectionOf(query);
    const group = await this.createGroup.execute({ provisioner, body });
    sendCreated(response, scimBaseUrl(this.config), group);
    return this.shown(provisioner, group, projection);
  }

  @Put(':id')
  @ScimAnswers({
    summary: 'Replace a group with its members',
    status: 200,
    example: EXAMPLE,
    takes: BODY,
    errors: [400, 404, 409, 412],
  })
  async replace(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @IfMatch() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    const projection = projectionOf(query);
    const group = await this.replaceGroup.execute({ provisioner, id, body, expectedVersion });
    sendVersion(response, group);
    return this.shown(provisioner, group, projection);
  }

  @Patch(':id')
  @ScimAnswers({
    summary: 'Change a group or who is in it',
    description:
      'Costs as much as it changes, so that one member of fifty thousand is added at once. Answers 204 without the group; with ' +
      '`attributes`, `excludedAttributes` or `Prefer: return=representation` it answers 200 with what is asked for.',
    status: 204,
    takes: {
      schemas: [PATCH_MESSAGE],
      Operations: [{ op: 'add', path: 'members', value: [{ value: MEMBER }] }],
    },
    errors: [400, 404, 409, 412],
  })
  async patch(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @Headers('prefer') prefer: string | undefined,
    @IfMatch() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    const projection = projectionOf(query);
    const group = await this.patchGroup.execute({ provisioner, id, body, expectedVersion });
    sendVersion(response, group);
    const isPreferred = /(^|[,;\s])return=representation($|[,;\s])/i.test(prefer ?? '');
    if (isPreferred) response.setHeader('Preference-Applied', 'return=representation');
    if (projection.mode === 'default' && !isPreferred) return undefined;
    response.status(200);
    return this.shown(provisioner, group, projection);
  }

  @Delete(':id')
  @ScimAnswers({ summary: 'Delete a group', status: 204, errors: [404, 412] })
  delete(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @IfMatch() expectedVersion: number | null,
  ): Promise<void> {
    return this.deleteGroup.execute({ provisioner, id, expectedVersion });
  }

  private async shown(
    provisioner: Provisioner,
    group: Resource,
    projection: Projection,
  ): Promise<JsonObject | undefined> {
    return (await this.representResources.execute({ provisioner, resources: [group], projection }))[0];
  }
}
