import { Controller, Get, Header, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { Public } from '../../../platform/http/authentication.guard.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { SsoFailed } from '../../domain/sso.errors.js';
import { PublishMetadata } from '../../application/publish-metadata.js';
import { ReceiveLogoutMessage } from '../../application/receive-logout-message.js';
import { ReceiveLogoutToken } from '../../application/receive-logout-token.js';
import { FormBodyGuard, fieldOf } from './form-body.js';
import { rawQuery } from './query-text.js';

const FORM = 'application/x-www-form-urlencoded';
const METADATA = 'application/samlmetadata+xml';

/** What identity providers ask and tell. */
@ApiTags('Single sign-on')
@Public()
@Controller('api/auth/sso/:connection_id')
export class LogoutController {
  constructor(
    private readonly publishMetadata: PublishMetadata,
    private readonly receiveLogoutMessage: ReceiveLogoutMessage,
    private readonly receiveLogoutToken: ReceiveLogoutToken,
  ) {}

  @Get('metadata')
  @Header('Content-Type', METADATA)
  @Answers({
    summary: 'Metadata of this service, for the provider of a connection by SAML',
    status: 200,
    contentType: METADATA,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
    isPublic: true,
  })
  metadata(@IdParam('connection_id') connectionId: number): Promise<string> {
    return this.publishMetadata.execute(connectionId);
  }

  @Get('slo')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Single logout of SAML, by redirection',
    description: 'A request counts with the signature of the provider alone.',
    status: 302,
    errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'CONNECTION_NOT_ACTIVE'],
    isPublic: true,
  })
  async singleLogout(
    @IdParam('connection_id') connectionId: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const query = rawQuery(request);
    response.setHeader('Location', await this.receiveLogoutMessage.execute({ connectionId, query }));
  }

  @Post('backchannel-logout')
  @TakesBody(FORM)
  @UseGuards(FormBodyGuard)
  @ApiConsumes(FORM)
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'OpenID Connect Back-Channel Logout 1.0',
    description:
      'Every refusal is 400, as section 2.8 of that standard has it; a token that was here before changes nothing.',
    status: 200,
    errors: ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
    isPublic: true,
  })
  async backChannelLogout(
    @IdParam('connection_id') connectionId: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ error: string; error_description: string } | undefined> {
    try {
      await this.receiveLogoutToken.execute({ connectionId, token: fieldOf(request, 'logout_token') ?? '' });
      return undefined;
    } catch (error) {
      if (!(error instanceof SsoFailed)) throw error;
      response.status(400);
      return { error: 'invalid_request', error_description: error.message };
    }
  }
}
