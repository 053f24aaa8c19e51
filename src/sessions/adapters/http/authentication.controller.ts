import { Body, Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller, ExpiredTokenSuffices, Public } from '../../../platform/http/authentication.guard.js';
import { DeviceTokenCarrier } from '../../../platform/http/device-token.js';
import { Operation } from '../../../platform/http/operation.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import { EndSession } from '../../application/end-session.js';
import { LogIn } from '../../application/log-in.js';
import { RefreshAccessToken } from '../../application/refresh-access-token.js';
import { StepUpWithPassword } from '../../application/step-up-with-password.js';
import { AccessToken, IssuedTokens, sessionOrigin, toAccessToken, toIssuedTokens } from './token-response.js';
import { LoginBody, RefreshBody } from './login.dto.js';
import { PasswordProofBody } from './mfa.dto.js';

@ApiTags('Authentication')
@Controller('api/auth')
export class AuthenticationController {
  constructor(
    private readonly logIn: LogIn,
    private readonly refreshAccessToken: RefreshAccessToken,
    private readonly endSession: EndSession,
    private readonly stepUpWithPassword: StepUpWithPassword,
    private readonly deviceToken: DeviceTokenCarrier,
  ) {}

  @Public()
  @Post('login')
  @Operation({
    id: 'login',
    summary: 'Log in with username or e-mail address and password',
    description:
      'An unknown name, a wrong password and a disabled account get the same answer after the same time. After a ' +
      'hundred failures from elsewhere, even the right password gets it from an unknown network. When a second ' +
      'factor is due, the answer is MFA_REQUIRED. A login that a device token shortens (cookie, or header ' +
      '`X-Device-Token`) replaces that token: take the new one from the answer.',
    status: 200,
    answer: IssuedTokens,
    headers: ['X-Device-Token', 'Set-Cookie'],
    errors: ['UNAUTHORIZED', 'MFA_REQUIRED', 'FORBIDDEN', 'SSO_REQUIRED', 'RATE_LIMITED'],
  })
  async login(@Body() body: LoginBody, @Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<IssuedTokens> {
    const { token, isBrowser } = this.deviceToken.read(request);
    const { result, newDeviceToken } = await this.logIn.execute({
      login: body.username,
      password: body.password,
      origin: sessionOrigin(),
      device: { token, keepsCookies: isBrowser },
    });
    this.deviceToken.send(request, response, newDeviceToken);
    if (result instanceof Error) throw result;
    return toIssuedTokens(result);
  }

  @Public()
  @Post('refresh')
  @Operation({
    id: 'refreshAccessToken',
    summary: 'Get a new access token for a refresh token',
    status: 200,
    answer: AccessToken,
    errors: ['UNAUTHORIZED', 'RATE_LIMITED'],
  })
  async refresh(@Body() body: RefreshBody): Promise<AccessToken> {
    const ip = currentOrigin()?.ip ?? null;
    return toAccessToken(await this.refreshAccessToken.execute({ refreshToken: body.refresh_token, ip }));
  }

  @Post('logout')
  @ExpiredTokenSuffices()
  // Not "cookies": the device cookie outlives the session on purpose.
  @Header('Clear-Site-Data', '"storage"')
  @Operation({
    id: 'logout',
    summary: 'End this session: its access and refresh token stop working at once',
    description: 'Only your own session, the one of the access token, which may have expired.',
    status: 204,
    headers: ['Clear-Site-Data'],
    errors: [],
  })
  async logout(@CurrentCaller() caller: Caller): Promise<void> {
    await this.endSession.execute({ caller, sessionId: caller.sessionId, reason: 'logged_out' });
  }

  @Post('step-up/password')
  @Operation({
    id: 'stepUpWithPassword',
    summary: 'Step up with your password',
    description:
      'For accounts without a second factor, in a session that began with the password. The session continues ' +
      'under a new id: its refresh token stays, older access tokens end.',
    status: 200,
    answer: AccessToken,
    errors: ['STEP_UP_METHOD_REFUSED', 'RATE_LIMITED'],
  })
  async stepUp(@CurrentCaller() caller: Caller, @Body() { password }: PasswordProofBody): Promise<AccessToken> {
    return toAccessToken(await this.stepUpWithPassword.execute({ caller, password }));
  }
}
