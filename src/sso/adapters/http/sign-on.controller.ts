import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller, ExpiredTokenSuffices, Public } from '../../../platform/http/authentication.guard.js';
import { Operation } from '../../../platform/http/operation.js';
import { component, id } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { DiscoverSignOn } from '../../application/discover-sign-on.js';
import { ExchangeCode } from '../../application/exchange-code.js';
import { LogOut } from '../../application/log-out.js';
import { ProveLink } from '../../application/prove-link.js';
import { OpenedSession, ProviderLogout, toOpenedSession } from './opened-session-response.js';
import { currentNetwork, signOnOrigin } from './form-body.js';
import { DiscoverBody, ExchangeBody, LinkBody, linkProofOf } from './sign-on.dto.js';

const Discovered = component(
  'DiscoveredSignOn',
  z.object({
    sso: z
      .object({ connection_id: id, start_url: z.string(), required: z.boolean() })
      .nullable()
      .meta({ description: '`null` when people with such an address log in with their password.' }),
  }),
  { sso: { connection_id: 1, start_url: 'https://headgate.example/api/auth/sso/1/start', required: true } },
);

/** The routes that clients of single sign-on call. */
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
  @Operation({
    id: 'exchangeSsoCode',
    summary: 'Exchange the code of a login for a session; works once, within 60 seconds',
    status: 200,
    answer: OpenedSession,
    errors: ['UNAUTHORIZED', 'RATE_LIMITED'],
  })
  async exchange(@Body() body: ExchangeBody) {
    const { code, code_verifier: verifier = null } = body;
    return toOpenedSession(await this.exchangeCode.execute({ code, verifier, origin: signOnOrigin() }));
  }

  @Public()
  @Post('link')
  @Operation({
    id: 'proveIdentityLink',
    summary: 'Prove that the account with your provider’s address is yours; this links it and logs you in',
    description:
      'LINK_FACTOR_REQUIRED lists the methods when the password is right and a second factor is needed as well: ' +
      'send the password again with `method` and `code`. The fifth failure ends the token.',
    status: 200,
    answer: OpenedSession,
    errors: ['UNAUTHORIZED', 'LINK_FACTOR_REQUIRED', 'RATE_LIMITED'],
  })
  async link(@Body() body: LinkBody) {
    return toOpenedSession(await this.proveLink.execute({ ...linkProofOf(body), origin: signOnOrigin() }));
  }

  @Public()
  @Post('discover')
  @Operation({
    id: 'discoverSignOn',
    summary: 'Find out how people with an address of this domain log in',
    description: 'Depends on the domain alone: the answer is the same whether or not the address exists.',
    status: 200,
    answer: Discovered,
    errors: ['RATE_LIMITED'],
  })
  async discover(@Body() body: DiscoverBody) {
    const found = await this.discoverSignOn.execute({ email: body.email, network: currentNetwork() });
    if (found === null) return { sso: null };
    return { sso: { connection_id: found.connectionId, start_url: found.startUrl, required: found.isRequired } };
  }

  @Post('logout')
  @ExpiredTokenSuffices()
  @Header('Clear-Site-Data', '"storage"')
  @Operation({
    id: 'logoutFromSso',
    summary: 'End this session, and learn where it ends at the identity provider',
    description:
      '`logout_url` is `null` when the provider offers no logout, or did not open the session. With an expired access token the ' +
      'session ends too, but `logout_url` is always `null`.',
    status: 200,
    answer: ProviderLogout,
    headers: ['Clear-Site-Data'],
    errors: [],
  })
  async end(@CurrentCaller() caller: Caller) {
    return { logout_url: await this.logOut.execute(caller) };
  }
}
