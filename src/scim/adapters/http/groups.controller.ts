import { Delete, Param, Patch, Post, Put, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CreateGroup } from '../../application/create-group.js';
import { DeleteGroup } from '../../application/delete-group.js';
import { PatchGroup } from '../../application/patch-group.js';
import { ReplaceGroup } from '../../application/replace-group.js';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import { projectionOf } from '../../../engines/scim-protocol/projection.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { CurrentProvisioner } from './provisioner.js';
import { IfMatch, sendCreated, sendVersion } from './resource-head.js';
import { ResourceReader } from './resource-reader.js';
import { ScimBody, ScimController, ScimOperation, ScimQuery, type ScimQueryParameters } from './scim-route.js';
import { ScimGroup, ScimGroupPatch, ScimGroupToWrite } from './scim-schemas.js';

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
  @ScimOperation({
    id: 'scimCreateGroup',
    summary: 'Create a group',
    status: 201,
    answer: ScimGroup,
    headers: ['ETag', 'Location'],
    takes: ScimGroupToWrite,
    query: 'projection',
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
  @ScimOperation({
    id: 'scimReplaceGroup',
    summary: 'Replace a group with its members',
    status: 200,
    answer: ScimGroup,
    headers: ['ETag'],
    takes: ScimGroupToWrite,
    query: 'projection',
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
  @ApiHeader({
    name: 'Prefer',
    required: false,
    description: '`return=representation` (RFC 7240) has the group answered.',
  })
  @ScimOperation({
    id: 'scimPatchGroup',
    summary: 'Change a group or its members',
    description:
      'The cost depends on the change, not on the size of the group. The answer is 204 without the group; with ' +
      '`attributes`, `excludedAttributes` or `Prefer: return=representation` it is 200 with what is asked for.',
    status: 204,
    headers: ['ETag'],
    also: [{ status: 200, answer: ScimGroup, headers: ['ETag', 'Preference-Applied'] }],
    takes: ScimGroupPatch,
    query: 'projection',
    errors: [400, 404, 409, 412],
  })
  async patch(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @Req() request: Request,
    @IfMatch() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    const projection = projectionOf(query);
    const group = await this.patchGroup.execute({ provisioner, id, body, expectedVersion });
    sendVersion(response, group);
    const isPreferred = /(^|[,;\s])return=representation($|[,;\s])/i.test(request.get('prefer') ?? '');
    if (isPreferred) response.setHeader('Preference-Applied', 'return=representation');
    if (projection.mode === 'default' && !isPreferred) return undefined;
    response.status(200);
    return this.reader.show(provisioner, group, projection);
  }

  @Delete(':id')
  @ScimOperation({ id: 'scimDeleteGroup', summary: 'Delete a group', status: 204, errors: [404, 412] })
  delete(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @IfMatch() expectedVersion: number | null,
  ): Promise<void> {
    return this.deleteGroup.execute({ provisioner, id, expectedVersion });
  }
}
