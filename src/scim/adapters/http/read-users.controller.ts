import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { CurrentProvisioner } from './provisioner.js';
import { ResourceReader } from './resource-reader.js';
import { ScimBody, ScimController, ScimOperation, ScimQuery, type ScimQueryParameters } from './scim-route.js';
import { ScimUser, ScimUserList, ScimSearch } from './scim-schemas.js';

@ScimController('/Users')
export class ReadUsersController {
  constructor(private readonly reader: ResourceReader) {}

  @Get()
  @ScimOperation({
    id: 'scimListUsers',
    summary: 'List, filter and sort users',
    description: 'Paged by `startIndex` and `count`, or by `cursor` (RFC 9865).',
    status: 200,
    answer: ScimUserList,
    query: 'list',
    errors: [400],
  })
  list(@CurrentProvisioner() provisioner: Provisioner, @ScimQuery() query: ScimQueryParameters): Promise<JsonObject> {
    return this.reader.list(provisioner, ['User'], query);
  }

  @Post('.search')
  @ScimOperation({
    id: 'scimSearchUsers',
    summary: 'List users, with the query in the body',
    status: 200,
    answer: ScimUserList,
    takes: ScimSearch,
    errors: [400],
  })
  search(@CurrentProvisioner() provisioner: Provisioner, @ScimBody() body: JsonObject): Promise<JsonObject> {
    return this.reader.search(provisioner, ['User'], body);
  }

  @Get(':id')
  @ScimOperation({
    id: 'scimReadUser',
    summary: 'Read a user',
    status: 200,
    answer: ScimUser,
    headers: ['ETag'],
    also: [{ status: 304, headers: ['ETag'] }],
    query: 'projection',
    errors: [400, 404],
  })
  one(
    @CurrentProvisioner() provisioner: Provisioner,
    @Param('id') id: string,
    @ScimQuery() query: ScimQueryParameters,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    return this.reader.one(provisioner, { type: 'User', id }, query, { request, response });
  }
}
