import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { JsonObject } from '../../domain/json.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { CurrentProvisioner } from './provisioner.js';
import { EXAMPLE_GROUP, EXAMPLE_SEARCH, exampleListOf } from './resource-examples.js';
import { ResourceReader } from './resource-reader.js';
import { ScimAnswers, ScimBody, ScimController, ScimQuery, type ScimQueryParameters } from './scim-route.js';

@ScimController('/Groups')
export class ReadGroupsController {
  constructor(private readonly reader: ResourceReader) {}

  @Get()
  @ScimAnswers({
    summary: 'List, filter and sort groups',
    description: 'Paged by `startIndex` and `count`, or by `cursor` (RFC 9865).',
    status: 200,
    example: exampleListOf(EXAMPLE_GROUP),
    errors: [400],
  })
  list(@CurrentProvisioner() provisioner: Provisioner, @ScimQuery() query: ScimQueryParameters): Promise<JsonObject> {
    return this.reader.list(provisioner, ['Group'], query);
  }

  @Post('.search')
  @ScimAnswers({
    summary: 'List groups, with the query in the body',
    status: 200,
    example: exampleListOf(EXAMPLE_GROUP),
    takes: EXAMPLE_SEARCH,
    errors: [400],
  })
  search(@CurrentProvisioner() provisioner: Provisioner, @ScimBody() body: JsonObject): Promise<JsonObject> {
    return this.reader.search(provisioner, ['Group'], body);
  }

  @Get(':id')
  @ScimAnswers({ summary: 'One group', status: 200, example: EXAMPLE_GROUP, errors: [304, 400, 404] })
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
