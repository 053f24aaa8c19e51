import { Controller, Header, Post, Req, UseGuards } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { Public } from '../../../platform/http/authentication.guard.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { ReceiveLogoutToken } from '../../application/receive-logout-token.js';
import { FormBodyGuard, currentNetwork, fieldOf } from './form-body.js';

const FORM = 'application/x-www-form-urlencoded';

/** What providers post themselves. */
@ApiTags('Single sign-on')
@Public()
@Controller('api/auth/sso/:connection_id')
export class BackchannelController {
  constructor(private readonly receiveLogoutToken: ReceiveLogoutToken) {}

  @Post('backchannel-logout')
  @TakesBody(FORM)
  @UseGuards(FormBodyGuard)
  @ApiConsumes(FORM)
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Where providers of OpenID Connect say that a session is over',
    description:
      'OpenID Connect Back-Channel Logout 1.0: `logout_token` ends the sessions of its `sid`, or of its `sub`.',
    status: 200,
    errors: ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED'],
    isPublic: true,
  })
  async logout(@IdParam('connection_id') connectionId: number, @Req() request: Request): Promise<void> {
    const token = fieldOf(request, 'logout_token') ?? '';
    await this.receiveLogoutToken.execute({ connectionId, token, network: currentNetwork() });
  }
}
