import { Delete, Param, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../../../platform/config/config.js';
import { CreateUser } from '../../application/create-user.js';
import { DeleteUser } from '../../application/delete-user.js';
import { PatchUser } from '../../application/patch-user.js';
import { ReplaceUser } from '../../application/replace-user.js';
import { RepresentResources } from '../../application/represent-resources.js';
import type { JsonObject } from '../../domain/json.js';
import { type Projection, projectionOf } from '../../domain/projection.js';
import type { Provisioner } from '../../domain/provisioner.js';
import type { Resource } from '../../domain/resource.js';
import { PATCH_EXAMPLE, USER_EXAMPLE, USER_SENT } from './user-examples.js';
import { CurrentProvisioner } from './provisioner.js';
import { IfMatch, scimBaseUrl, sendCreated, sendVersion } from './resource-head.js';
import { ScimAnswers, ScimBody, ScimController, ScimQuery, type ScimQueryParameters } from './scim-route.js';

/** Whatever changes users (RFC 7644 sections 3.3, 3.5 and 3.6). */
@ScimController('/Users')
export class UsersController {
  constructor(
    private readonly createUser: CreateUser,
    private readonly replaceUser: ReplaceUser,
    private readonly patchUser: PatchUser,
    private readonly deleteUser: DeleteUser,
    private readonly representResources: RepresentResources,
    private readonly config: Config,
  ) {}

  @Post()
  @ScimAnswers({
    summary: 'Make a user',
    description:
      'The answer is the same whether the person is new or has an account of his own already; that one is asked by mail.',
    status: 201,
    example: USER_EXAMPLE,
    takes: USER_SENT,
    errors: [400, 409],
  })
  async create(
    @CurrentProvisioner() provisioner: Provisioner,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject> {
    const projection = projectionOf(query);
    const resource = await this.createUser.execute({ provisioner, body });
    sendCreated(response, scimBaseUrl(this.config), resource);
    return this.shown(provisioner, resource, projection);
  }

  @Put(':id')
  @ScimAnswers({
    summary: 'Replace a user',
    description: 'What is not sent is gone; but a user stays active or inactive where `active` is left out.',
    status: 200,
    example: USER_EXAMPLE,
    takes: USER_SENT,
    errors: [400, 404, 409, 412],
  })
  async replace(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @IfMatch() expectedVersion: number | null,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject> {
    const projection = projectionOf(query);
    const resource = await this.replaceUser.execute({ provisioner, id, expectedVersion, body });
    sendVersion(response, resource);
    return this.shown(provisioner, resource, projection);
  }

  @Patch(':id')
  @ScimAnswers({
    summary: 'Change a user',
    description:
      '`active: false` ends all sessions of the person with the same commit; `active: true` brings back what he had.',
    status: 200,
    example: USER_EXAMPLE,
    takes: PATCH_EXAMPLE,
    errors: [400, 404, 409, 412],
  })
  async patch(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @IfMatch() expectedVersion: number | null,
    @ScimBody() body: JsonObject,
    @ScimQuery() query: ScimQueryParameters,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject> {
    const projection = projectionOf(query);
    const resource = await this.patchUser.execute({ provisioner, id, expectedVersion, body });
    sendVersion(response, resource);
    return this.shown(provisioner, resource, projection);
  }

  @Delete(':id')
  @ScimAnswers({
    summary: 'Delete a user, with the membership',
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

  private async shown(provisioner: Provisioner, resource: Resource, projection: Projection): Promise<JsonObject> {
    const [shown] = await this.representResources.execute({ provisioner, resources: [resource], projection });
    return shown ?? {};
  }
}
