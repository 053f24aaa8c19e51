import { Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Public } from '../../../platform/http/authentication.guard.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { ContinueLogout } from '../../application/continue-logout.js';
import { PublishMetadata } from '../../application/publish-metadata.js';
import { ReceiveLogout } from '../../application/receive-logout.js';
import { FORM, FormBodyGuard, currentNetwork, fieldOf, queryText, rawQuery } from './form-body.js';
import { ONWARD_PAGE, sendOnward } from './onward-page.js';
import { ERROR_PAGE, SignInPageGuard } from './sign-in-page.guard.js';

const METADATA = 'application/samlmetadata+xml';
const LogoutForm = z.object({
  SAMLRequest: z.string().optional(),
  SAMLResponse: z.string().optional(),
  RelayState: z.string().optional(),
});

/** What SAML providers need beside the login itself. */
@ApiTags('Single sign-on')
@Public()
@Controller('api/auth/sso/:connection_id')
export class SamlController {
  constructor(
    private readonly publishMetadata: PublishMetadata,
    private readonly receiveLogout: ReceiveLogout,
    private readonly continueLogout: ContinueLogout,
  ) {}

  @Get('metadata')
  @Operation({
    id: 'readSamlMetadata',
    summary: 'Read the SAML 2.0 metadata of this service for a connection',
    description:
      'It holds the public keys of the connection (`listSsoServiceKeys`); unless `assertion_encryption` is off, also the one to encrypt with.',
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
  @UseGuards(SignInPageGuard)
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
    also: [ONWARD_PAGE, ERROR_PAGE],
    headers: ['Location'],
    errors: ['LOGOUT_REFUSED', 'NOT_FOUND', 'RATE_LIMITED'],
  })
  async slo(@IdParam('connection_id') connectionId: number, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const message = { binding: 'redirect', rawQuery: rawQuery(request) } as const;
    return sendOnward(response, await this.receiveLogout.execute({ connectionId, message, network: currentNetwork() }));
  }

  @Post('slo')
  @TakesBody(FORM)
  @UseGuards(SignInPageGuard, FormBodyGuard)
  @Operation({
    id: 'receiveSamlLogoutForm',
    summary: 'Receive a SAML logout, by a form',
    description: 'As `receiveSamlLogout`; the signature is in the document, and answers need one too.',
    status: 303,
    also: [ONWARD_PAGE],
    takes: { types: [FORM], body: LogoutForm },
    headers: ['Location'],
    errors: ['LOGOUT_REFUSED', 'NOT_FOUND', 'RATE_LIMITED'],
  })
  async postedSlo(@IdParam('connection_id') connectionId: number, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const [asked, answered] = [fieldOf(request, 'SAMLRequest'), fieldOf(request, 'SAMLResponse')];
    // One message, or none that can be read.
    const posted = asked !== null && answered !== null ? '' : (asked ?? answered ?? '');
    const kind = asked === null ? 'answer' : 'request';
    const message = { binding: 'post', kind, message: posted, relayState: fieldOf(request, 'RelayState') } as const;
    return sendOnward(response, await this.receiveLogout.execute({ connectionId, message, network: currentNetwork() }));
  }

  @Get('logout')
  @ApiQuery({ name: 'ticket', required: false, description: 'Works once, for a minute.', schema: { type: 'string', maxLength: 16_000 } })
  @Operation({
    id: 'continueSamlLogout',
    summary: 'Go on with a logout to a provider that takes it by a form',
    description: 'The `logout_url` of a logout leads here if the provider takes no redirects. Without a good ticket: to the first page.',
    status: 302,
    also: [ONWARD_PAGE],
    headers: ['Location'],
    errors: [],
  })
  async goOn(@IdParam('connection_id') connectionId: number, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return sendOnward(response, await this.continueLogout.execute(connectionId, queryText(request, 'ticket', 16_000) ?? ''));
  }
}
