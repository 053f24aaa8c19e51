import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { Public } from '../../../platform/http/authentication.guard.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { PublishMetadata } from '../../application/publish-metadata.js';
import { ReceiveLogout } from '../../application/receive-logout.js';
import { currentNetwork, rawQuery } from './form-body.js';

const METADATA = 'application/samlmetadata+xml';

/** What providers of SAML are given beside the login itself. */
@ApiTags('Single sign-on')
@Public()
@Controller('api/auth/sso/:connection_id')
export class SamlController {
  constructor(
    private readonly publishMetadata: PublishMetadata,
    private readonly receiveLogout: ReceiveLogout,
  ) {}

  @Get('metadata')
  @ApiProduces(METADATA)
  @Answers({
    summary: 'Metadata of this service for the provider of the connection (SAML 2.0)',
    description:
      'Requests of this service are not signed, and encrypted assertions are not taken: no key is published.',
    status: 200,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
    isPublic: true,
  })
  async metadata(
    @IdParam('connection_id') connectionId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const xml = await this.publishMetadata.execute(connectionId);
    response.type(METADATA);
    return xml;
  }

  @Get('slo')
  @ApiQuery({
    name: 'SAMLRequest',
    required: false,
    description: 'LogoutRequest of the provider, signed by the query.',
  })
  @ApiQuery({ name: 'SAMLResponse', required: false, description: 'LogoutResponse to a logout that began here.' })
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Single logout of SAML, by redirect',
    description: 'Ends the sessions that the provider names, and sends the browser back to it.',
    status: 302,
    errors: ['VALIDATION_FAILED', 'LOGOUT_REFUSED', 'NOT_FOUND', 'RATE_LIMITED'],
    isPublic: true,
  })
  async slo(
    @IdParam('connection_id') connectionId: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const input = { connectionId, rawQuery: rawQuery(request), network: currentNetwork() };
    response.setHeader('Location', await this.receiveLogout.execute(input));
  }
}
