import { Body, Controller, Get, Header, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../../platform/config/config.js';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { sendEntityTag } from '../../../platform/http/entity-tag.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { CreateConnection } from '../../application/create-connection.js';
import { ListConnections } from '../../application/list-connections.js';
import { CONNECTION_EXAMPLE, type ConnectionResponse, toConnectionResponse } from './connection-response.js';
import { CreateConnectionBody } from './connection.dto.js';
import { configOfBody } from './config-of-body.js';

@ApiTags('Single sign-on')
@Controller('api/v1/organizations/:org_id/sso/connections')
export class OrganizationConnectionsController {
  constructor(
    private readonly listConnections: ListConnections,
    private readonly createConnection: CreateConnection,
    private readonly config: Config,
  ) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the connections of an organization to identity providers',
    status: 200,
    example: named(
      { connections: [CONNECTION_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Connections listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ connections: ConnectionResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listConnections.execute(caller, organizationId, request);
    const connections = items.map((connection) => toConnectionResponse(connection, this.config.http.publicUrl));
    return named({ connections, pagination: paginationOf(request, total) }, 'Connections listed.');
  }

  @Post()
  @RequiresStepUp()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Describe an identity provider; a draft, through which nobody logs in yet',
    description:
      'For `saml`, `metadata_url` or `metadata_xml` say entity_id, sign_on_url, logout_url and certificates where they are not said ' +
      'beside. `service_provider` of the answer holds what the provider has to be told. Then test it, and activate it.',
    status: 201,
    example: named({ connection: CONNECTION_EXAMPLE }, 'Connection created.'),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() body: CreateConnectionBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<{ connection: ConnectionResponse; message: string }>> {
    const connection = await this.createConnection.execute({
      caller,
      organizationId,
      name: body.name.trim(),
      type: body.type,
      config: configOfBody(body.config),
      defaultRoleId: body.default_role_id ?? null,
    });
    sendEntityTag(response, connection.version);
    const answer = toConnectionResponse(connection, this.config.http.publicUrl);
    return named({ connection: answer }, 'Connection created.');
  }
}
