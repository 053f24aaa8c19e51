import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../platform/http/authentication.guard.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { ReceiveFrontchannelLogout } from '../../application/receive-frontchannel-logout.js';
import { currentNetwork, queryText } from './form-body.js';

const LONGEST = 1_000;

/** What providers of OpenID Connect load in a frame. */
@ApiTags('Single sign-on')
@Public()
@Controller('api/auth/sso/:connection_id')
export class FrontchannelController {
  constructor(private readonly receiveFrontchannelLogout: ReceiveFrontchannelLogout) {}

  @Get('frontchannel-logout')
  @ApiQuery({ name: 'iss', required: true, description: 'The issuer.', schema: { type: 'string', maxLength: LONGEST } })
  @ApiQuery({ name: 'sid', required: true, description: 'Of the ID token.', schema: { type: 'string', maxLength: LONGEST } })
  @Operation({
    id: 'receiveFrontchannelLogout',
    summary: 'Receive a front-channel logout from an OpenID Connect provider',
    description:
      'OpenID Connect Front-Channel Logout 1.0; only the issuer may show it in a frame. It ends the sessions with this `sid`, and needs no ' +
      'cookie, because browsers send none to frames of other sites. The answer does not tell whether there was a session.',
    status: 200,
    type: 'text/html',
    errors: ['RATE_LIMITED'],
  })
  async logout(@IdParam('connection_id') connectionId: number, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const said = { issuer: queryText(request, 'iss', LONGEST), sessionId: queryText(request, 'sid', LONGEST) };
    const issuer = await this.receiveFrontchannelLogout.execute({ connectionId, ...said, network: currentNetwork() });
    response
      .type('html')
      .setHeader('Content-Security-Policy', `default-src 'none';base-uri 'none';frame-ancestors ${new URL(issuer).origin}`);
    // This header cannot name an origin, so it would keep out the issuer too.
    response.removeHeader('X-Frame-Options');
    return '<!doctype html><title>Headgate</title>';
  }
}
