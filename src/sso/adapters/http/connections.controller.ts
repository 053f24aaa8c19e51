import { Body, Controller, Delete, Get, Patch, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Config } from '../../../platform/config/config.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { Done, bareSuccess, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { assertChanges } from '../../../platform/http/request-validation.pipe.js';
import { ActivateConnection } from '../../application/activate-connection.js';
import { DeleteConnection } from '../../application/delete-connection.js';
import { DisableConnection } from '../../application/disable-connection.js';
import { ReadConnection } from '../../application/read-connection.js';
import { UpdateConnection } from '../../application/update-connection.js';
import type { Connection } from '../../domain/connection.js';
import { CORPORATE } from './connection-config-response.js';
import { SsoConnection, toSsoConnection } from './connection-response.js';
import { UpdateConnectionBody } from './connection.dto.js';
import { configOfBody } from './config-of-body.js';

/** For the examples. */
const TESTED = '2026-11-20T09:20:00.000Z';
const ACTIVATED = '2026-11-20T09:30:00.000Z';
/** As the example of the change leaves it. */
const PROVISIONING = { ...CORPORATE, provisions: true };

@ApiTags('Single sign-on')
@Controller('api/v1/sso/connections/:connection_id')
export class ConnectionsController {
  constructor(
    private readonly readConnection: ReadConnection,
    private readonly updateConnection: UpdateConnection,
    private readonly deleteConnection: DeleteConnection,
    private readonly activateConnection: ActivateConnection,
    private readonly disableConnection: DisableConnection,
    private readonly config: Config,
  ) {}

  @Get()
  @Operation({
    id: 'readSsoConnection',
    summary: 'Read a connection; the client secret is never returned',
    permissions: ['sso.read'],
    status: 200,
    answer: namedSuccess({ connection: SsoConnection }, 'Connection found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const connection = await this.readConnection.execute(caller, connectionId);
    return this.answer(response, connection, 'Connection found.');
  }

  @Patch()
  @RequiresStepUp()
  @Versioned()
  @Operation({
    id: 'updateSsoConnection',
    summary: 'Change a connection; `config` merges',
    permissions: ['sso.manage'],
    description:
      'Name, default role, secret, attributes, provisions, further scopes and further certificates may change while ' +
      'people log in through it. Everything else that is trusted may not (409 CONNECTION_ACTIVE): disable it, ' +
      'change it, test it, activate it. Changing the issuer removes every link to the old one, and needs the ' +
      'secret in the same request. Once a SAML connection has been active, only owners may add certificates to ' +
      'it, or another address that publishes them.',
    status: 200,
    answer: namedSuccess({ connection: SsoConnection, voided_identities: z.int().min(0) }, 'Connection updated.', {
      connection: { config: PROVISIONING },
      voided_identities: 0,
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'CONNECTION_ACTIVE'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @Body() { name, config, default_role_id: defaultRoleId }: UpdateConnectionBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const spoken = config === undefined ? {} : configOfBody(config);
    const change = {
      ...(name !== undefined && { name: name.trim() }),
      ...(defaultRoleId !== undefined && { defaultRoleId }),
      ...(Object.keys(spoken).length > 0 && { config: spoken }),
    };
    assertChanges(change);
    const input = { caller, connectionId, change, expectedVersion };
    const { connection, voidedIdentities } = await this.updateConnection.execute(input);
    sendEntityTag(response, connection.version);
    const answer = toSsoConnection(connection, this.config.http);
    const message =
      voidedIdentities === 0
        ? 'Connection updated.'
        : `Connection updated. Its issuer has changed: ${voidedIdentities} links of people to the old one are gone.`;
    return named({ connection: answer, voided_identities: voidedIdentities }, message);
  }

  @Delete()
  @RequiresStepUp()
  @Versioned()
  @Operation({
    id: 'deleteSsoConnection',
    summary: 'Delete a connection that is not active, with its tests, the links of its people and the roles that its groups gave',
    permissions: ['sso.manage'],
    status: 200,
    answer: bareSuccess(Done, 'Connection deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONNECTION_ACTIVE'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @ExpectedVersion() expectedVersion: number | null,
  ) {
    await this.deleteConnection.execute({ caller, connectionId, expectedVersion });
    return bare({ success: true }, 'Connection deleted.');
  }

  @Post('activate')
  @RequiresStepUp()
  @Operation({
    id: 'activateSsoConnection',
    summary: 'Let people log in through the connection',
    permissions: ['sso.manage'],
    description: 'Its configuration must have passed a test in the last 24 hours, by a person who may still manage it.',
    status: 200,
    answer: namedSuccess({ connection: SsoConnection }, 'Connection activated.', {
      connection: { status: 'active', config: PROVISIONING, tested_at: TESTED, activated_at: ACTIVATED, updated_at: ACTIVATED },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONNECTION_NOT_TESTED'],
  })
  async activate(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const connection = await this.activateConnection.execute(caller, connectionId);
    return this.answer(response, connection, 'Connection activated.');
  }

  @Post('disable')
  @RequiresStepUp()
  @Operation({
    id: 'disableSsoConnection',
    summary: 'Stop logins through the connection; sessions that it opened end at once',
    permissions: ['sso.manage'],
    description: 'An organization that requires single sign-on cannot disable its only active connection: 409 ' + 'CONNECTION_REQUIRED.',
    status: 200,
    answer: namedSuccess({ connection: SsoConnection }, 'Connection disabled.', {
      connection: {
        status: 'disabled',
        config: PROVISIONING,
        tested_at: TESTED,
        activated_at: ACTIVATED,
        disabled_at: '2026-11-21T16:00:00.000Z',
        updated_at: '2026-11-21T16:00:00.000Z',
      },
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONNECTION_REQUIRED'],
  })
  async disable(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    const connection = await this.disableConnection.execute(caller, connectionId);
    return this.answer(response, connection, 'Connection disabled.');
  }

  private answer(response: Response, connection: Connection, message: string) {
    sendEntityTag(response, connection.version);
    return named({ connection: toSsoConnection(connection, this.config.http) }, message);
  }
}
