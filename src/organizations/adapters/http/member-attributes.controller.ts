import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ReadMemberAttributes } from '../../application/read-member-attributes.js';
import { ReplaceMemberAttributes } from '../../application/replace-member-attributes.js';
import { MemberAttributesBody } from './member-attributes.dto.js';

const Attributes = z.record(z.string(), listOf(z.string())).meta({
  description: 'Lists of text by name, as access policies read them.',
  examples: [{ regions: ['EU'] }],
});

@ApiTags('Organizations')
@Controller('api/v1/organizations/:org_id/members/:user_id/attributes')
export class MemberAttributesController {
  constructor(
    private readonly readMemberAttributes: ReadMemberAttributes,
    private readonly replaceMemberAttributes: ReplaceMemberAttributes,
  ) {}

  @Get()
  @Operation({
    id: 'readMemberAttributes',
    summary: 'Read what access policies may know of a member',
    permissions: ['abac.read'],
    status: 200,
    answer: namedSuccess({ attributes: Attributes }, 'Attributes found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('user_id') userId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { attributes, version } = await this.readMemberAttributes.execute(caller, organizationId, userId);
    sendEntityTag(response, version);
    return named({ attributes }, 'Attributes found.');
  }

  @Put()
  @Versioned()
  @Operation({
    id: 'replaceMemberAttributes',
    summary: 'Set what access policies may know of a member',
    permissions: ['abac.grant'],
    description: 'They count with the next request, and can widen access.',
    status: 200,
    answer: namedSuccess({ attributes: Attributes }, 'Attributes set.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND'],
  })
  async replace(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('user_id') userId: number,
    @Body() body: MemberAttributesBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const given = { caller, organizationId, userId, attributes: body.attributes, expectedVersion };
    const { attributes, version } = await this.replaceMemberAttributes.execute(given);
    sendEntityTag(response, version);
    return named({ attributes }, 'Attributes set.');
  }
}
