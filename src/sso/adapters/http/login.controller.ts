import { Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Public } from '../../../platform/http/authentication.guard.js';
import { Config } from '../../../platform/config/config.js';
import { currentOrigin, readersLanguage } from '../../../platform/http/request-context.js';
import { inLanguage } from '../../../shared/sentence.js';
import { AttemptEnded } from '../../domain/sso.errors.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { FinishLogin } from '../../application/finish-login.js';
import { ReceiveAssertion } from '../../application/receive-assertion.js';
import { ReceiveCallback } from '../../application/receive-callback.js';
import { StartLogin } from '../../application/start-login.js';
import { BrowserCookie } from './browser-cookie.js';
import { FORM, FormBodyGuard, currentNetwork, fieldOf, queryText, rawQuery } from './form-body.js';
import { ONWARD_PAGE, sendOnward } from './onward-page.js';
import { ERROR_PAGE, SignInPageGuard, signInPage } from './sign-in-page.guard.js';
import { SignOnMetrics, faultIn } from './sign-on-metrics.js';

/** In the query of a start that an answer to no request leads to. */
const BEGUN = 'begun';
const BY_PROVIDER = 'there';

const SamlForm = z.object({ SAMLResponse: z.string(), RelayState: z.string().optional() });

/** The routes that browsers are sent to: every answer sends them on. */
@ApiTags('Single sign-on')
@Public()
@UseGuards(SignInPageGuard)
@Controller('api/auth/sso/:connection_id')
export class LoginController {
  constructor(
    private readonly startLogin: StartLogin,
    private readonly receiveCallback: ReceiveCallback,
    private readonly receiveAssertion: ReceiveAssertion,
    private readonly finishLogin: FinishLogin,
    private readonly cookie: BrowserCookie,
    private readonly metrics: SignOnMetrics,
    private readonly config: Config,
  ) {}

  @Get('start')
  @ApiQuery({
    name: 'return_to',
    required: false,
    description: 'Where the login ends; one of the configured addresses.',
    schema: { type: 'string', maxLength: 2_000 },
  })
  @ApiQuery({
    name: 'login_hint',
    required: false,
    description: 'The person whom the provider should expect.',
    schema: { type: 'string', maxLength: 320 },
  })
  @ApiQuery({
    name: 'code_challenge',
    required: false,
    description: 'RFC 7636, S256; recommended for every client.',
    schema: { type: 'string', maxLength: 128, pattern: '^[A-Za-z0-9_-]{43}$' },
  })
  @Operation({
    id: 'startSsoLogin',
    summary: 'Begin a login at the identity provider',
    description:
      'The login ends at `return_to` with `code` (exchange it), `link_token` (show that the account is yours), ' +
      '`step_up_code`, or `error` and `error_description`.',
    status: 302,
    also: [
      { ...ONWARD_PAGE, headers: ['Set-Cookie'] },
      { ...ERROR_PAGE, headers: ['Location', 'Set-Cookie'] },
    ],
    headers: ['Location', 'Set-Cookie'],
    errors: ['CONNECTION_NOT_ACTIVE', 'ATTEMPT_ENDED', 'RATE_LIMITED'],
  })
  async start(@IdParam('connection_id') connectionId: number, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const input = {
      connectionId,
      returnTo: queryText(request, 'return_to', 2_000),
      loginHint: queryText(request, 'login_hint', 320),
      codeChallenge: queryText(request, 'code_challenge', 128),
      testTicket: queryText(request, 'test', 512),
      sessionTicket: queryText(request, 'link', 512) ?? queryText(request, 'step_up', 512),
      browserToken: this.cookie.read(request),
      isRoundAgain: queryText(request, BEGUN, 20) === BY_PROVIDER && this.cookie.isRoundAgain(request, response),
      network: currentNetwork(),
    };
    const start = (): ReturnType<StartLogin['execute']> => this.startLogin.execute(input);
    const { browserToken, ...onward } = await this.metrics.watch('unknown', start, (begun) =>
      faultIn(begun.redirectUrl) === undefined ? null : begun.redirectUrl,
    );
    this.cookie.send(response, browserToken);
    return sendOnward(response, onward);
  }

  @Get('callback')
  @Operation({
    id: 'receiveOidcCallback',
    summary: 'Receive the browser from an OpenID Connect provider',
    status: 302,
    also: [ERROR_PAGE],
    headers: ['Location'],
    errors: ['ATTEMPT_ENDED', 'WRONG_BROWSER'],
  })
  async callback(@IdParam('connection_id') connectionId: number, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const parameters = new URLSearchParams(rawQuery(request));
    const browserToken = this.cookie.read(request);
    const receive = (): Promise<string> => this.receiveCallback.execute({ connectionId, parameters, browserToken });
    response.setHeader('Location', await this.metrics.watch('oidc', receive, (address) => address));
  }

  @Get('acs')
  @Operation({
    id: 'openSamlConsumer',
    summary: 'Open the address for SAML responses by hand',
    description: 'Responses come by POST. Whoever opens the address, or is sent there by a redirect, gets the sign-in page, which says so.',
    status: 303,
    headers: ['Location'],
    errors: [],
  })
  openAcs(@IdParam('connection_id') _: number, @Res({ passthrough: true }) response: Response) {
    const { code, sentence } = new AttemptEnded();
    const told = { code, message: inLanguage(sentence, readersLanguage()) };
    response.setHeader('Location', signInPage(this.config, told, currentOrigin()?.requestId ?? ''));
  }

  @Post('acs')
  @TakesBody(FORM)
  @UseGuards(FormBodyGuard)
  @Operation({
    id: 'receiveSamlResponse',
    summary: 'Receive a SAML response from the identity provider',
    description:
      'The answer comes from another site and without cookies: the login ends at `finish`. A network that sends ' +
      'many refused answers has to wait.',
    status: 303,
    takes: { types: [FORM], body: SamlForm },
    headers: ['Location'],
    errors: ['ATTEMPT_ENDED', 'PROVIDER_BEGAN', 'RATE_LIMITED'],
  })
  async acs(@IdParam('connection_id') connectionId: number, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const message = fieldOf(request, 'SAMLResponse') ?? '';
    const relayState = fieldOf(request, 'RelayState');
    const input = { connectionId, message, relayState, network: currentNetwork() };
    const receive = (): ReturnType<ReceiveAssertion['execute']> => this.receiveAssertion.execute(input);
    const received = await this.metrics.watch('saml', receive, (next) => (next.next === 'return' ? next.redirectTo : null));
    const here = `/api/auth/sso/${connectionId}`;
    const locations = { start: `${here}/start?${BEGUN}=${BY_PROVIDER}`, finish: `${here}/finish` };
    response.setHeader(
      'Location',
      received.next === 'return'
        ? received.redirectTo
        : received.next === 'start'
          ? locations.start
          : `${locations.finish}?ticket=${received.ticket}`,
    );
  }

  @Get('finish')
  @Operation({
    id: 'finishSamlLogin',
    summary: 'Finish a login by SAML, in the browser that it began in',
    status: 302,
    also: [{ ...ERROR_PAGE, headers: ['Location', 'Set-Cookie'] }],
    headers: ['Location', 'Set-Cookie'],
    errors: ['ATTEMPT_ENDED', 'WRONG_BROWSER'],
  })
  async finish(@IdParam('connection_id') connectionId: number, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const ticket = queryText(request, 'ticket', 512) ?? '';
    const browserToken = this.cookie.read(request);
    const finish = (): Promise<string> => this.finishLogin.execute({ connectionId, ticket, browserToken });
    this.cookie.endRound(response);
    response.setHeader('Location', await this.metrics.watch('saml', finish, (address) => address));
  }
}
