import { Body, Controller, Header, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../platform/http/authentication.guard.js';
import { EmptyBody } from '../../../platform/http/empty-body.js';
import { Operation } from '../../../platform/http/operation.js';
import { OwnPageGuard } from '../../../platform/http/own-page.guard.js';
import { SessionCookie } from '../../../platform/http/session-cookie.js';
import { ExchangeCode, type TokenPair } from '../../application/exchange-code.js';
import { LogOut } from '../../application/log-out.js';
import { ProveLink } from '../../application/prove-link.js';
import { signOnOrigin } from './form-body.js';
import { OpenedBrowserSession, ProviderLogout, toOpenedBrowserSession } from './opened-session-response.js';
import { BrowserExchangeBody, BrowserLinkBody, linkProofOf } from './sign-on.dto.js';

/** Single sign-on and logout for pages of the service, whose refresh token stays in a cookie that no script reads. */
@ApiTags('Authentication in pages')
@Public()
@UseGuards(OwnPageGuard)
@Controller('api/auth/browser')
export class BrowserSignOnController {
  constructor(
    private readonly exchangeCode: ExchangeCode,
    private readonly proveLink: ProveLink,
    private readonly logOut: LogOut,
    private readonly cookie: SessionCookie,
  ) {}

  @Post('exchange')
  @Operation({
    id: 'browserExchange',
    summary: 'Exchange the code of a login for the session of a page; works once, within 60 seconds',
    description: 'As `exchangeSsoCode`, with the refresh token in the cookie. It ends the session that the browser had before.',
    status: 200,
    answer: OpenedBrowserSession,
    headers: ['Set-Cookie'],
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'RATE_LIMITED'],
  })
  async exchange(@Body() body: BrowserExchangeBody, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const { code, code_verifier: verifier = null } = body;
    const pair = await this.exchangeCode.execute({ code, verifier, origin: signOnOrigin() });
    return this.open(pair, body, request, response);
  }

  @Post('link')
  @Operation({
    id: 'browserLink',
    summary: 'Prove from a page that the account with your provider’s address is yours; this links it and logs you in',
    description: 'As `proveIdentityLink`, with the refresh token in the cookie. It ends the session that the browser had before.',
    status: 200,
    answer: OpenedBrowserSession,
    headers: ['Set-Cookie'],
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'LINK_FACTOR_REQUIRED', 'RATE_LIMITED'],
  })
  async link(@Body() body: BrowserLinkBody, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const pair = await this.proveLink.execute({ ...linkProofOf(body), origin: signOnOrigin() });
    return this.open(pair, body, request, response);
  }

  @Post('logout')
  // Not "cookies": the device cookie outlives the session on purpose.
  @Header('Clear-Site-Data', '"storage"')
  @Operation({
    id: 'browserLogout',
    summary: 'End the session of the cookie, and learn where it ends at the identity provider',
    description: 'Works without a session too: then there is nothing to end. `logout_url` is as in the answer of ' + '`logoutFromSso`.',
    status: 200,
    answer: ProviderLogout,
    headers: ['Clear-Site-Data', 'Set-Cookie'],
    errors: ['FOREIGN_ORIGIN'],
  })
  async end(@Body() _nothing: EmptyBody, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const logoutUrl = await this.logOut.ofBrowser(this.cookie.read(request));
    this.cookie.clear(response);
    return { logout_url: logoutUrl };
  }

  private async open(pair: TokenPair, body: { readonly stay_signed_in?: boolean }, request: Request, response: Response) {
    await this.logOut.replaced(this.cookie.read(request));
    this.cookie.send(response, pair.refreshToken, body.stay_signed_in === true);
    return toOpenedBrowserSession(pair);
  }
}
