import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Config } from '../../../platform/config/config.js';
import type { Door } from '../../../platform/http/configure-http.js';
import { speakErrorsIn } from '../../../platform/http/error-format.js';
import type { ErrorAnswer } from '../../../platform/http/error-response.js';
import { Quotas } from '../../../platform/http/quotas/quotas.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { assertUnambiguousHead } from '../../../platform/http/request-head.js';
import { networkOf } from '../../../shared/network.js';
import { inEnglish } from '../../../shared/sentence.js';
import { GiveBackToken } from '../../application/give-back-token.js';
import { type IdentifiedClient, IdentifyClient } from '../../application/identify-client.js';
import { IntrospectToken } from '../../application/introspect-token.js';
import { RedeemCode } from '../../application/redeem-code.js';
import { RefreshTokens } from '../../application/refresh-tokens.js';
import { OAuthRefusal } from '../../domain/oauth-refusal.js';
import { credentialsOf, formBody, formOf } from './oauth-form.js';

/** Of one network; many people may share it. */
const OF_NETWORK = { name: 'oauth', perMinute: 600 };
const OF_REFUSALS = { name: 'oauth-refused', perMinute: 120 };

type Answered = object | OAuthRefusal;
type Endpoint = (client: IdentifiedClient, form: URLSearchParams) => Promise<Answered>;

/**
 * The addresses of the authorization server that programs call (OAuth 2.1). `/oauth/authorize` only leads on to the page that asks the person,
 * with the query as it came: nothing is stored, fetched or judged for a stranger.
 */
@Injectable()
export class OAuthDoor implements Door {
  readonly path = '/oauth';
  readonly handlers: readonly RequestHandler[];
  private readonly parse = formBody();
  private readonly endpoints: Readonly<Record<string, Endpoint>>;

  constructor(
    private readonly identifyClient: IdentifyClient,
    private readonly redeemCode: RedeemCode,
    private readonly refreshTokens: RefreshTokens,
    private readonly giveBackToken: GiveBackToken,
    private readonly introspectToken: IntrospectToken,
    private readonly quotas: Quotas,
    private readonly config: Config,
  ) {
    this.endpoints = {
      '/token': (client, form) => this.token(client, form),
      '/revoke': (client, form) => this.revoke(client, form),
      '/introspect': (client, form) => this.introspect(client, form),
    };
    this.handlers = [(request, response, next) => this.enter(request, response, next)];
  }

  private enter(request: Request, response: Response, next: NextFunction): void {
    const isAuthorize = request.path === '/authorize';
    const endpoint = this.endpoints[request.path];
    if (!isAuthorize && endpoint === undefined) return next();
    (request as { route?: { path: string } }).route = { path: `${this.path}${request.path}` };
    response.setHeader('Cache-Control', 'no-store');
    assertUnambiguousHead(request);
    if (isAuthorize && ['GET', 'HEAD'].includes(request.method)) return this.leadOn(request, response);
    speakErrorsIn(response, errorOf);
    if (endpoint === undefined || request.method !== 'POST') {
      response.setHeader('Allow', isAuthorize ? 'GET' : 'POST');
      refuse(response, 405, new OAuthRefusal('invalid_request', `Send a ${isAuthorize ? 'GET' : 'POST'} request.`));
      return;
    }
    const network = networkOf(currentOrigin()?.ip ?? null);
    this.quotas.assertLeft(network, OF_REFUSALS);
    this.quotas.charge(response, network, OF_NETWORK);
    void this.parse(request, response, (error?: unknown) => {
      if (error !== undefined) next(error);
      else this.serve(request, response, endpoint, network).catch(next);
    });
  }

  private leadOn(request: Request, response: Response): void {
    const [, ...query] = request.originalUrl.split('?');
    // In one piece: the pages must not read anything into its parts.
    const asked = Buffer.from(query.join('?')).toString('base64url');
    response.redirect(302, `${this.config.http.pagesUrl}/connect?request=${asked}`);
  }

  private async serve(request: Request, response: Response, endpoint: Endpoint, network: string): Promise<void> {
    const form = formOf(request);
    if (form instanceof OAuthRefusal) return refuse(response, 400, form);
    const credentials = credentialsOf(request, form);
    if (credentials instanceof OAuthRefusal) return refuse(response, 400, credentials);
    const client = await this.identifyClient.execute(credentials.clientId, credentials.secret);
    if (client instanceof OAuthRefusal) {
      this.quotas.charge(response, network, OF_REFUSALS);
      if (credentials.isBasic) response.setHeader('WWW-Authenticate', 'Basic realm="oauth"');
      return refuse(response, 401, client);
    }
    const answer = await endpoint(client, form);
    if (!(answer instanceof OAuthRefusal)) return void response.status(200).json(answer);
    this.quotas.charge(response, network, OF_REFUSALS);
    refuse(response, answer.error === 'invalid_client' ? 401 : 400, answer);
  }

  private async token(client: IdentifiedClient, form: URLSearchParams): Promise<Answered> {
    const resource = `${this.config.http.publicUrl}/mcp`;
    // Before anything is spent.
    if ((form.get('resource') ?? resource) !== resource)
      return new OAuthRefusal('invalid_target', `The only resource here is ${resource}.`);
    const [code, refreshToken] = [form.get('code'), form.get('refresh_token')];
    const kind = form.get('grant_type');
    if (kind === 'authorization_code' && code !== null) {
      const proofs = { verifier: form.get('code_verifier'), redirectUri: form.get('redirect_uri') };
      return tokensIn(await this.redeemCode.execute(client, { code, ...proofs }));
    }
    if (kind === 'refresh_token' && refreshToken !== null) return tokensIn(await this.refreshTokens.execute(client, refreshToken));
    if (kind === 'authorization_code' || kind === 'refresh_token')
      return new OAuthRefusal('invalid_request', `Send the ${kind === 'refresh_token' ? kind : 'code'}.`);
    return new OAuthRefusal('unsupported_grant_type', 'Send grant_type authorization_code or refresh_token.');
  }

  private async revoke(client: IdentifiedClient, form: URLSearchParams): Promise<Answered> {
    await this.giveBackToken.execute(client, form.get('token') ?? '');
    return {};
  }

  private async introspect(client: IdentifiedClient, form: URLSearchParams): Promise<Answered> {
    if (client.organizationId === null) return new OAuthRefusal('invalid_client', 'Only clients with a secret may ask.');
    const found = await this.introspectToken.execute(client, form.get('token') ?? '');
    if (found === null) return { active: false };
    const { publicUrl } = this.config.http;
    return {
      active: true,
      token_type: 'Bearer',
      scope: found.scopes.join(' '),
      client_id: found.clientId,
      sub: String(found.userId),
      username: found.username,
      exp: Math.floor(found.expiresAt.getTime() / 1000),
      iss: publicUrl,
      aud: `${publicUrl}/mcp`,
      organization_id: found.organizationId,
      act: { sub: found.clientId },
    };
  }
}

function tokensIn(issued: Awaited<ReturnType<RedeemCode['execute']>>): Answered {
  if (issued instanceof OAuthRefusal) return issued;
  const { accessToken, refreshToken, expiresIn, scopes } = issued;
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
}

function refuse(response: Response, status: number, { error, description }: OAuthRefusal): void {
  response.status(status).json({ error, error_description: description });
}

/** RFC 6749 has no word for most of what goes wrong before a request is read. */
function errorOf({ status, sentence }: ErrorAnswer): object {
  return { error: status < 429 ? 'invalid_request' : 'temporarily_unavailable', error_description: inEnglish(sentence) };
}
