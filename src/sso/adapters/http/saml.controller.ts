import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../platform/http/authentication.guard.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { PublishMetadata } from '../../application/publish-metadata.js';
import { ReceiveLogout } from '../../application/receive-logout.js';
import { currentNetwork, rawQuery } from './form-body.js';

const METADATA = 'application/samlmetadata+xml';

/** What SAML providers need beside the login itself. */
@ApiTags('Single sign-on')
@Public()
@Controller('api/auth/sso/:connection_id')
export class SamlController {
  constructor(
    private readonly publishMetadata: PublishMetadata,
    private readonly receiveLogout: ReceiveLogout,
  ) {}

  @Get('metadata')
  @Operation({
    id: 'readSamlMetadata',
    summary: 'Read the SAML 2.0 metadata of this service for a connection',
    description: 'It holds the public keys of the connection (`listSsoServiceKeys`). Encrypted assertions are not accepted.',
    status: 200,
    type: METADATA,
    errors: ['NOT_FOUND'],
  })
  async metadata(@IdParam('connection_id') connectionId: number, @Res({ passthrough: true }) response: Response) {
    const xml = await this.publishMetadata.execute(connectionId);
    response.type(METADATA);
    return xml;
  }

  @Get('slo')
  @ApiQuery({
    name: 'SAMLRequest',
    required: false,
    description: 'LogoutRequest of the provider, signed in the query.',
  })
  @ApiQuery({ name: 'SAMLResponse', required: false, description: 'LogoutResponse to a logout that began here.' })
  @Operation({
    id: 'receiveSamlLogout',
    summary: 'Receive a SAML logout, by redirect',
    description: 'Ends the sessions that the provider names, and sends the browser back to it.',
    status: 302,
    headers: ['Location'],
    errors: ['LOGOUT_REFUSED', 'NOT_FOUND', 'RATE_LIMITED'],
  })
  async slo(@IdParam('connection_id') connectionId: number, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const input = { connectionId, rawQuery: rawQuery(request), network: currentNetwork() };
    response.setHeader('Location', await this.receiveLogout.execute(input));
  }
}
