import { Controller, Get, Post, Req, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { z } from 'zod';
import { Public } from '../../../platform/http/authentication.guard.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { listOf } from '../../../platform/http/response-schemas.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { PublishServiceKeys } from '../../application/publish-service-keys.js';
import { ReceiveLogoutToken } from '../../application/receive-logout-token.js';
import { PublishedKey, toPublishedKey } from './service-key-response.js';
import { FORM, FormBodyGuard, currentNetwork, fieldOf } from './form-body.js';

/** What providers of OpenID Connect ask without a browser. */
@ApiTags('Single sign-on')
@Public()
@Controller('api/auth/sso/:connection_id')
export class BackchannelController {
  constructor(
    private readonly receiveLogoutToken: ReceiveLogoutToken,
    private readonly publishServiceKeys: PublishServiceKeys,
  ) {}

  @Get('jwks')
  @Operation({
    id: 'readSsoServiceKeySet',
    summary: 'Read the public keys of this service for a connection, as a JSON Web Key Set',
    description: 'The provider verifies assertions of `private_key_jwt` with them. Enter this address there as `jwks_uri`.',
    status: 200,
    answer: z.object({ keys: listOf(PublishedKey) }),
    errors: ['NOT_FOUND'],
  })
  async keys(@IdParam('connection_id') connectionId: number) {
    const keys = await this.publishServiceKeys.execute(connectionId);
    return { keys: keys.map(toPublishedKey) };
  }

  @Post('backchannel-logout')
  @TakesBody(FORM)
  @UseGuards(FormBodyGuard)
  @Operation({
    id: 'receiveBackchannelLogout',
    summary: 'Receive a back-channel logout from an OpenID Connect provider',
    description: 'OpenID Connect Back-Channel Logout 1.0: `logout_token` ends the sessions of its `sid`, or of its `sub`.',
    status: 200,
    takes: { types: [FORM], body: z.object({ logout_token: z.string() }) },
    errors: ['RATE_LIMITED'],
  })
  async logout(@IdParam('connection_id') connectionId: number, @Req() request: Request) {
    const token = fieldOf(request, 'logout_token') ?? '';
    await this.receiveLogoutToken.execute({ connectionId, token, network: currentNetwork() });
  }
}
