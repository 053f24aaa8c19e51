import { Body, Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../../platform/config/config.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { sendEntityTag } from '../../../platform/http/entity-tag.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CreateConnection } from '../../application/create-connection.js';
import { ListConnections } from '../../application/list-connections.js';
import { SsoConnection, toSsoConnection } from './connection-response.js';
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
  @Operation({
    id: 'listSsoConnections',
    summary: 'List the connections of an organization to identity providers',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess({ connections: listOf(SsoConnection), pagination: Pagination }, 'Connections listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listConnections.execute(caller, organizationId, request);
    const connections = items.map((connection) => toSsoConnection(connection, this.config.http));
    return named({ connections, pagination: paginationOf(request, total) }, 'Connections listed.');
  }

  @Post()
  @RequiresStepUp()
  @Operation({
    id: 'createSsoConnection',
    summary: 'Create a connection to an identity provider, as a draft that does not yet accept logins',
    permissions: ['sso.manage'],
    description:
      'For `saml`, `metadata_url` or `metadata_xml` fill in entity_id, sign_on_url, logout_url and certificates ' +
      'that are not sent. Enter the values of `service_provider` at the provider. If the provider shows its own values only ' +
      'after that, leave `config` out and send it later. Next, test the connection, and activate it.',
    status: 201,
    answer: namedSuccess({ connection: SsoConnection }, 'Connection created.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() body: CreateConnectionBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const connection = await this.createConnection.execute({
      caller,
      organizationId,
      name: body.name.trim(),
      type: body.type,
      config: body.config === undefined ? null : configOfBody(body.config),
      defaultRoleId: body.default_role_id ?? null,
    });
    sendEntityTag(response, connection.version);
    const answer = toSsoConnection(connection, this.config.http);
    return named({ connection: answer }, 'Connection created.');
  }
}
