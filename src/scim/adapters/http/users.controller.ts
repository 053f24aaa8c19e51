import { Delete, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CreateUser } from '../../application/create-user.js';
import { DeleteUser } from '../../application/delete-user.js';
import { PatchUser } from '../../application/patch-user.js';
import { ReplaceUser } from '../../application/replace-user.js';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import { projectionOf } from '../../../engines/scim-protocol/projection.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { CurrentProvisioner } from './provisioner.js';
import { IfMatch, sendCreated, sendVersion } from './resource-head.js';
import { ResourceReader } from './resource-reader.js';
import { ScimBody, ScimController, ScimOperation, ScimQuery, type ScimQueryParameters } from './scim-route.js';
import { EXAMPLE_USER, NEW_USER } from './resource-examples.js';
import { ScimUser, ScimUserPatch, ScimUserToWrite } from './scim-schemas.js';

/** Everything that changes users (RFC 7644 sections 3.3, 3.5 and 3.6). */
@ScimController('/Users')
export class UsersController {
  constructor(
    private readonly createUser: CreateUser,
    private readonly replaceUser: ReplaceUser,
    private readonly patchUser: PatchUser,
    private readonly deleteUser: DeleteUser,
    private readonly reader: ResourceReader,
  ) {}

  @Post()
  @ScimOperation({
    id: 'scimCreateUser',
    summary: 'Create a user',
    description:
      'The answer is the same whether the person is new or already has an account of their own. A person with an account is asked by mail.',
    status: 201,
    answer: ScimUser.meta({ examples: [NEW_USER] }),
    headers: ['ETag', 'Location'],
    takes: ScimUserToWrite,
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
    const resource = await this.createUser.execute({ provisioner, body });
    sendCreated(response, this.reader.locationOf(resource), resource);
    return this.reader.showMade(provisioner, resource, projection);
  }

  @Put(':id')
  @ScimOperation({
    id: 'scimReplaceUser',
    summary: 'Replace a user',
    description: 'What is not sent is removed, except `active`: without it a user keeps their state.',
    status: 200,
    answer: ScimUser,
    headers: ['ETag'],
    takes: ScimUserToWrite,
    query: 'projection',
    errors: [400, 404, 409, 412],
  })
  async replace(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @IfMatch() expectedVersion: number | null,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    const projection = projectionOf(query);
    const resource = await this.replaceUser.execute({ provisioner, id, expectedVersion, body });
    sendVersion(response, resource);
    return this.reader.show(provisioner, resource, projection);
  }

  @Patch(':id')
  @ScimOperation({
    id: 'scimPatchUser',
    summary: 'Change a user',
    description: '`active: false` ends all sessions of the person with the same commit; `active: true` brings back what they had.',
    status: 200,
    answer: ScimUser.meta({ examples: [{ ...EXAMPLE_USER, active: false }] }),
    headers: ['ETag'],
    takes: ScimUserPatch,
    query: 'projection',
    errors: [400, 404, 409, 412],
  })
  async patch(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @IfMatch() expectedVersion: number | null,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    const projection = projectionOf(query);
    const resource = await this.patchUser.execute({ provisioner, id, expectedVersion, body });
    sendVersion(response, resource);
    return this.reader.show(provisioner, resource, projection);
  }

  @Delete(':id')
  @ScimOperation({
    id: 'scimDeleteUser',
    summary: 'Delete a user and end their membership',
    status: 204,
    errors: [404, 412],
  })
  async remove(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @IfMatch() expectedVersion: number | null,
  ): Promise<void> {
    await this.deleteUser.execute({ provisioner, id, expectedVersion });
  }
}
