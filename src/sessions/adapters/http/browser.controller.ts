import { Body, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../platform/http/authentication.guard.js';
import { DeviceTokenCarrier } from '../../../platform/http/device-token.js';
import { EmptyBody } from '../../../platform/http/empty-body.js';
import { Operation } from '../../../platform/http/operation.js';
import { OwnPageGuard } from '../../../platform/http/own-page.guard.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { SessionCookie } from '../../../platform/http/session-cookie.js';
import { EndSessionOfToken } from '../../application/end-session-of-token.js';
import type { TokenPair } from '../../application/issue-token-pair.js';
import { LogIn } from '../../application/log-in.js';
import { RefreshAccessToken } from '../../application/refresh-access-token.js';
import { VerifyMfa } from '../../application/verify-mfa.js';
import { BrowserLoginBody, BrowserVerifyMfaBody } from './browser.dto.js';
import { proofOf } from './mfa.dto.js';
import {
  AccessToken,
  BrowserSession,
  VerifiedBrowserSession,
  sessionOrigin,
  toAccessToken,
  toBrowserSession,
  toDeviceActivation,
} from './token-response.js';

/**
 * Pages of the service call these instead of the routes that hand out refresh tokens: their refresh token stays in a
 * cookie that no script reads.
 */
@ApiTags('Authentication in pages')
@Public()
@UseGuards(OwnPageGuard)
@Controller('api/auth/browser')
export class BrowserController {
  constructor(
    private readonly logIn: LogIn,
    private readonly verifyMfa: VerifyMfa,
    private readonly refreshAccessToken: RefreshAccessToken,
    private readonly endSessionOfToken: EndSessionOfToken,
    private readonly deviceToken: DeviceTokenCarrier,
    private readonly cookie: SessionCookie,
  ) {}

  @Post('login')
  @Operation({
    id: 'browserLogin',
    summary: 'Log in from a page of the service with username or e-mail address and password',
    description: 'As `login`, with the refresh token in a cookie that no script reads. It ends the session that the browser had before.',
    status: 200,
    answer: BrowserSession,
    headers: ['X-Device-Token', 'Set-Cookie'],
    errors: ['UNAUTHORIZED', 'MFA_REQUIRED', 'FORBIDDEN', 'FOREIGN_ORIGIN', 'SSO_REQUIRED', 'RATE_LIMITED'],
  })
  async login(
    @Body() body: BrowserLoginBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BrowserSession> {
    const { token, isBrowser } = this.deviceToken.read(request);
    const { result, newDeviceToken } = await this.logIn.execute({
      login: body.username,
      password: body.password,
      origin: sessionOrigin(),
      device: { token, keepsCookies: isBrowser },
    });
    this.deviceToken.send(request, response, newDeviceToken);
    if (result instanceof Error) throw result;
    return this.open(result, body, request, response);
  }

  @Post('mfa/verify')
  @Operation({
    id: 'browserVerifyMfa',
    summary: 'Complete a login from a page that was answered MFA_REQUIRED',
    description: 'As `verifyMfa`, with the refresh token in the cookie. Send `stay_signed_in` again.',
    status: 200,
    answer: VerifiedBrowserSession,
    headers: ['Set-Cookie'],
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'FOREIGN_ORIGIN', 'SSO_REQUIRED', 'RATE_LIMITED'],
  })
  async verify(
    @Body() body: BrowserVerifyMfaBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VerifiedBrowserSession> {
    const { pair, activation } = await this.verifyMfa.execute({
      mfaToken: body.mfa_token,
      proof: proofOf(body),
      deviceToken: this.deviceToken.read(request).token,
      origin: sessionOrigin(),
    });
    const session = await this.open(pair, body, request, response);
    return { ...session, device_activation: toDeviceActivation(activation) };
  }

  @Post('refresh')
  @Operation({
    id: 'browserRefresh',
    summary: 'Get an access token for the session of the cookie',
    description:
      'A page calls this when it is loaded, and when its access token has expired. The cookie stays as it is, even after a ' +
      'refusal: another tab may have logged in.',
    status: 200,
    answer: AccessToken,
    also: [{ status: 204, meaning: 'There is no cookie: nobody is signed in.' }],
    errors: ['UNAUTHORIZED', 'FOREIGN_ORIGIN', 'RATE_LIMITED'],
  })
  async refresh(
    @Body() _nothing: EmptyBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccessToken | void> {
    const refreshToken = this.cookie.read(request);
    if (refreshToken === null) {
      // It guesses nothing, so no throttle counts it and no trail records it. Browsers would print an error of a first visit.
      response.status(204);
      return;
    }
    const ip = currentOrigin()?.ip ?? null;
    return toAccessToken(await this.refreshAccessToken.execute({ refreshToken, ip }));
  }

  private async open(
    pair: TokenPair,
    body: { readonly stay_signed_in?: boolean },
    request: Request,
    response: Response,
  ): Promise<BrowserSession> {
    await this.endSessionOfToken.execute({ refreshToken: this.cookie.read(request), reason: 'replaced' });
    this.cookie.send(response, pair.refreshToken, body.stay_signed_in === true);
    return toBrowserSession(pair);
  }
}
