import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller, Public } from '../../../platform/http/authentication.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { DiscoverSignOn } from '../../application/discover-sign-on.js';
import { ExchangeCode } from '../../application/exchange-code.js';
import { LogOut } from '../../application/log-out.js';
import { ProveLink } from '../../application/prove-link.js';
import { OPENED_SESSION_EXAMPLE, type OpenedSessionResponse, toOpenedSession } from './opened-session-response.js';
import { currentNetwork, signOnOrigin } from './form-body.js';
import { DiscoverBody, ExchangeBody, LinkBody } from './sign-on.dto.js';

interface DiscoveredResponse {
  readonly sso: { readonly connection_id: number; readonly start_url: string; readonly required: boolean } | null;
}

const START_URL = 'https://headgate.example/api/auth/sso/1/start';
const BODY_ERRORS = [
  'VALIDATION_FAILED',
  'UNSUPPORTED_MEDIA_TYPE',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
] as const;

/** What clients of single sign-on ask. */
@ApiTags('Single sign-on')
@Controller('api/auth/sso')
export class SignOnController {
  constructor(
    private readonly exchangeCode: ExchangeCode,
    private readonly proveLink: ProveLink,
    private readonly discoverSignOn: DiscoverSignOn,
    private readonly logOut: LogOut,
  ) {}

  @Public()
  @Post('exchange')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Exchange the code of a login for a session; once, within 60 seconds',
    status: 200,
    example: OPENED_SESSION_EXAMPLE,
    errors: ['UNAUTHORIZED', ...BODY_ERRORS],
    isPublic: true,
  })
  async exchange(@Body() body: ExchangeBody): Promise<OpenedSessionResponse> {
    const { code, code_verifier: verifier = null } = body;
    return toOpenedSession(await this.exchangeCode.execute({ code, verifier, origin: signOnOrigin() }));
  }

  @Public()
  @Post('link')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Show that the account which your provider’s address leads to is yours; links it and logs you in',
    description:
      'LINK_FACTOR_REQUIRED names the methods when the password is right and a second factor is needed as well: send `method` and `code` ' +
      'with it. The fifth failure ends the token.',
    status: 200,
    example: OPENED_SESSION_EXAMPLE,
    errors: ['UNAUTHORIZED', 'LINK_FACTOR_REQUIRED', ...BODY_ERRORS],
    isPublic: true,
  })
  async link(@Body() body: LinkBody): Promise<OpenedSessionResponse> {
    const { link_token: linkToken, password, method, code = '' } = body;
    const factor = method === undefined ? null : { method, code };
    return toOpenedSession(await this.proveLink.execute({ linkToken, password, factor, origin: signOnOrigin() }));
  }

  @Public()
  @Post('discover')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Find out where somebody with this address logs in',
    description: 'Speaks of the domain alone: the answer is the same whether or not anybody has the address.',
    status: 200,
    example: { sso: { connection_id: 1, start_url: START_URL, required: true } },
    errors: BODY_ERRORS,
    isPublic: true,
  })
  async discover(@Body() body: DiscoverBody): Promise<DiscoveredResponse> {
    const found = await this.discoverSignOn.execute({ email: body.email, network: currentNetwork() });
    if (found === null) return { sso: null };
    return { sso: { connection_id: found.connectionId, start_url: found.startUrl, required: found.isRequired } };
  }

  @Post('logout')
  @Header('Clear-Site-Data', '"cache", "storage"')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'End this session, and learn where it ends at the identity provider',
    description: '`logout_url` is `null` where the provider offers no such thing, or did not open the session.',
    status: 200,
    example: { logout_url: 'https://idp.example/session/end' },
    errors: ['UNAUTHORIZED'],
  })
  async end(@CurrentCaller() caller: Caller): Promise<{ logout_url: string | null }> {
    return { logout_url: await this.logOut.execute(caller) };
  }
}
