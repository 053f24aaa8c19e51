import { Delete, Headers, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CreateGroup } from '../../application/create-group.js';
import { DeleteGroup } from '../../application/delete-group.js';
import { PatchGroup } from '../../application/patch-group.js';
import { ReplaceGroup } from '../../application/replace-group.js';
import type { JsonObject } from '../../domain/json.js';
import { projectionOf } from '../../domain/projection.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { CurrentProvisioner } from './provisioner.js';
import { EXAMPLE_GROUP, EXAMPLE_USER_ID, GROUP_SENT, examplePatchOf } from './resource-examples.js';
import { IfMatch, sendCreated, sendVersion } from './resource-head.js';
import { ResourceReader } from './resource-reader.js';
import { ScimAnswers, ScimBody, ScimController, ScimQuery, type ScimQueryParameters } from './scim-route.js';

@ScimController('/Groups')
export class GroupsController {
  constructor(
    private readonly createGroup: CreateGroup,
    private readonly replaceGroup: ReplaceGroup,
    private readonly patchGroup: PatchGroup,
    private readonly deleteGroup: DeleteGroup,
    private readonly reader: ResourceReader,
  ) {}

  @Post()
  @ScimAnswers({
    summary: 'Create a group',
    status: 201,
    example: EXAMPLE_GROUP,
    takes: GROUP_SENT,
    errors: [400, 409],
  })
  async create(
    @CurrentProvisioner() provisioner: Provisioner,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    const projection = projectionOf(query);
    const group = await this.createGroup.execute({ provisioner, body });
    sendCreated(response, this.reader.locationOf(group), group);
    return this.reader.show(provisioner, group, projection);
  }

  @Put(':id')
  @ScimAnswers({
    summary: 'Replace a group with its members',
    status: 200,
    example: EXAMPLE_GROUP,
    takes: GROUP_SENT,
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
    return this.reader.show(provisioner, group, projection);
  }

  @Patch(':id')
  @ScimAnswers({
    summary: 'Change a group or who is in it',
    description:
      'Costs as much as it changes, so that one member of fifty thousand is added at once. Answers 204 without the group; with ' +
      '`attributes`, `excludedAttributes` or `Prefer: return=representation` it answers 200 with what is asked for.',
    status: 204,
    takes: examplePatchOf({ op: 'add', path: 'members', value: [{ value: EXAMPLE_USER_ID }] }),
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
    return this.reader.show(provisioner, group, projection);
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
}
