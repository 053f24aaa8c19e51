import { Controller, Post, Req, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { z } from 'zod';
import { Public } from '../../../platform/http/authentication.guard.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { ReceiveLogoutToken } from '../../application/receive-logout-token.js';
import { FormBodyGuard, currentNetwork, fieldOf } from './form-body.js';

const FORM = 'application/x-www-form-urlencoded';

/** What providers post without a browser. */
@ApiTags('Single sign-on')
@Public()
@Controller('api/auth/sso/:connection_id')
export class BackchannelController {
  constructor(private readonly receiveLogoutToken: ReceiveLogoutToken) {}

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
