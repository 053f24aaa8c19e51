import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { JsonObject } from '../../../engines/scim-protocol/json.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { CurrentProvisioner } from './provisioner.js';
import { ResourceReader } from './resource-reader.js';
import { ScimBody, ScimController, ScimOperation, ScimQuery, type ScimQueryParameters } from './scim-route.js';
import { ScimGroup, ScimGroupList, ScimSearch, ScimUser, ScimUserList } from './scim-schemas.js';

/** Users and groups are read in the same way. */
function readingOf(type: 'User' | 'Group', answers: { readonly one: z.ZodType; readonly list: z.ZodType }) {
  const name = type.toLowerCase();

  @ScimController(`/${type}s`)
  class ReadController {
    constructor(private readonly reader: ResourceReader) {}

    @Get()
    @ScimOperation({
      id: `scimList${type}s`,
      summary: `List, filter and sort ${name}s`,
      description: 'Paged by `startIndex` and `count`, or by `cursor` (RFC 9865).',
      status: 200,
      answer: answers.list,
      query: 'list',
      errors: [400],
    })
    list(@CurrentProvisioner() provisioner: Provisioner, @ScimQuery() query: ScimQueryParameters): Promise<JsonObject> {
      return this.reader.list(provisioner, [type], query);
    }

    @Post('.search')
    @ScimOperation({
      id: `scimSearch${type}s`,
      summary: `List ${name}s, with the query in the body`,
      status: 200,
      answer: answers.list,
      takes: ScimSearch,
      errors: [400],
    })
    search(@CurrentProvisioner() provisioner: Provisioner, @ScimBody() body: JsonObject): Promise<JsonObject> {
      return this.reader.search(provisioner, [type], body);
    }

    @Get(':id')
    @ScimOperation({
      id: `scimRead${type}`,
      summary: `Read a ${name}`,
      status: 200,
      answer: answers.one,
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
      return this.reader.one(provisioner, { type, id }, query, { request, response });
    }
  }

  return ReadController;
}

export const ReadUsersController = readingOf('User', { one: ScimUser, list: ScimUserList });
export const ReadGroupsController = readingOf('Group', { one: ScimGroup, list: ScimGroupList });
