import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { CurrentProvisioner } from './provisioner.js';
import { ResourceReader } from './resource-reader.js';
import { ScimBody, ScimController, ScimOperation, ScimQuery, type ScimQueryParameters } from './scim-route.js';
import { ScimGroup, ScimGroupList, ScimSearch } from './scim-schemas.js';

@ScimController('/Groups')
export class ReadGroupsController {
  constructor(private readonly reader: ResourceReader) {}

  @Get()
  @ScimOperation({
    id: 'scimListGroups',
    summary: 'List, filter and sort groups',
    description: 'Paged by `startIndex` and `count`, or by `cursor` (RFC 9865).',
    status: 200,
    answer: ScimGroupList,
    query: 'list',
    errors: [400],
  })
  list(@CurrentProvisioner() provisioner: Provisioner, @ScimQuery() query: ScimQueryParameters): Promise<JsonObject> {
    return this.reader.list(provisioner, ['Group'], query);
  }

  @Post('.search')
  @ScimOperation({
    id: 'scimSearchGroups',
    summary: 'List groups, with the query in the body',
    status: 200,
    answer: ScimGroupList,
    takes: ScimSearch,
    errors: [400],
  })
  search(@CurrentProvisioner() provisioner: Provisioner, @ScimBody() body: JsonObject): Promise<JsonObject> {
    return this.reader.search(provisioner, ['Group'], body);
  }

  @Get(':id')
  @ScimOperation({
    id: 'scimReadGroup',
    summary: 'Read a group',
    status: 200,
    answer: ScimGroup,
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
    return this.reader.one(provisioner, { type: 'Group', id }, query, { request, response });
  }
}
