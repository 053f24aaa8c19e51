import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller, Public } from '../../../platform/http/authentication.guard.js';
import { clientNameOf } from '../../../platform/http/client-name.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import { EndSession } from '../../application/end-session.js';
import type { TokenPair } from '../../application/issue-token-pair.js';
import { LogIn } from '../../application/log-in.js';
import { RefreshAccessToken } from '../../application/refresh-access-token.js';
import type { SessionOrigin } from '../../domain/session.js';
import { LoginBody, RefreshBody } from './login.dto.js';
import { toUserSummary, type UserSummaryResponse } from './user-summary.js';

interface AccessTokenResponse {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
}

interface TokenPairResponse extends AccessTokenResponse {
  readonly refresh_token: string;
  readonly user: UserSummaryResponse;
}

const ACCESS_TOKEN_EXAMPLE: AccessTokenResponse = {
  access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
  token_type: 'bearer',
  expires_in: 3600,
};

const TOKEN_PAIR_EXAMPLE: TokenPairResponse = {
  ...ACCESS_TOKEN_EXAMPLE,
  refresh_token: 'kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI',
  user: { id: '2', username: 'olivia', email: 'olivia@delta.example', role: 'owner' },
};

@ApiTags('Authentication')
@Controller('api/auth')
export class AuthenticationController {
  constructor(
    private readonly logIn: LogIn,
    private readonly refreshAccessToken: RefreshAccessToken,
    private readonly endSession: EndSession,
  ) {}

  @Public()
  @Post('login')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Log in with username or e-mail address and password',
    description: 'Unknown name, wrong password and disabled account are one answer in the same time.',
    status: 200,
    example: TOKEN_PAIR_EXAMPLE,
    errors: ['VALIDATION_FAILED', 'UNAUTHORIZED', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
    isPublic: true,
  })
  async login(@Body() body: LoginBody): Promise<TokenPairResponse> {
    const pair = await this.logIn.execute({ login: body.username, password: body.password, origin: sessionOrigin() });
    return toTokenPairResponse(pair);
  }

  @Public()
  @Post('refresh')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Get a new access token for a refresh token',
    status: 200,
    example: ACCESS_TOKEN_EXAMPLE,
    errors: ['VALIDATION_FAILED', 'UNAUTHORIZED', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
    isPublic: true,
  })
  async refresh(@Body() body: RefreshBody): Promise<AccessTokenResponse> {
    const ip = currentOrigin()?.ip ?? null;
    const { accessToken, expiresIn } = await this.refreshAccessToken.execute({ refreshToken: body.refresh_token, ip });
    return { access_token: accessToken, token_type: 'bearer', expires_in: expiresIn };
  }

  @Post('logout')
  // Not "cookies": the device cookie outlives the session on purpose.
  @Header('Clear-Site-Data', '"cache", "storage"')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'End this session: its access and refresh token stop working at once',
    status: 204,
    errors: ['UNAUTHORIZED'],
  })
  async logout(@CurrentCaller() caller: Caller): Promise<void> {
    await this.endSession.execute({ caller, sessionId: caller.sessionId, reason: 'logged_out' });
  }
}

function sessionOrigin(): SessionOrigin {
  const origin = currentOrigin();
  const userAgent = origin?.userAgent ?? null;
  return { ip: origin?.ip ?? null, userAgent, deviceName: clientNameOf(userAgent) };
}

function toTokenPairResponse({ accessToken, refreshToken, expiresIn, user }: TokenPair): TokenPairResponse {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: expiresIn,
    user: toUserSummary(user),
  };
}
