import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Door } from '../../../platform/http/configure-http.js';
import { speakErrorsIn } from '../../../platform/http/error-format.js';
import { jsonBody } from '../../../platform/http/json-body.js';
import { Quotas } from '../../../platform/http/quotas/quotas.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { assertUnambiguousHead } from '../../../platform/http/request-head.js';
import { DomainError, NotFound, Unauthorized, UnsupportedMediaType, ValidationFailed } from '../../../shared/domain-error.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { AuthenticateProvisioner } from '../../application/authenticate-provisioner.js';
import {
  BodyTooLarge,
  InvalidSyntax,
  InvalidValue,
  MethodNotAllowed,
  NoSubject,
  NotAcceptable,
  ScopeMissing,
} from '../../../engines/scim-protocol/scim.errors.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { SCIM_JSON, SCIM_TYPES_OF_BODIES, acceptsScim, isScimBody } from './media-types.js';
import type { ScimRequest } from './provisioner.js';
import { RequestTurns } from './request-turns.js';
import { type Traced, RequestJournal } from './request-journal.js';
import { scimErrorOf } from './scim-error.js';
import { SCIM_ROOT } from '../../domain/scim-root.js';
import { type Endpoint, asRouted, endpointAt } from './scim-paths.js';
import { Clock } from '../../../shared/ports/clock.js';
import { verbatim } from '../../../shared/sentence.js';

/** For each token. */
const SCIM_QUOTA = { name: 'scim', perMinute: 12_000 };
const NOTED_EVERY_MS = 60_000;

/**
 * An administrator looks in the log for a client that keeps using a token that has expired or was revoked, but a thief
 * of such a token must not be able to fill the log. So one refusal a minute is recorded for each token, and none for
 * unknown ones.
 */
@Injectable()
export class DeadTokenRefusals {
  private readonly notedAt = new Map<number, number>();

  constructor(private readonly clock: Clock) {}

  isWorthNoting({ tokenId }: Provisioner): boolean {
    const now = this.clock.now().getTime();
    if (now - (this.notedAt.get(tokenId) ?? -Infinity) < NOTED_EVERY_MS) return false;
    this.notedAt.set(tokenId, now);
    return true;
  }
}

const ESCAPES = /\\(?:u([0-9a-f]{4})|.)/gis;

/**
 * Whether JSON has NUL or half a surrogate pair in it, neither of which PostgreSQL can hold. In UTF-8 both can only be written
 * as escapes, so that these are all there is to look at.
 */
function holdsUnstorableText(bytes: Buffer): boolean {
  if (!bytes.includes('\\u')) return false;
  let awaited = -1;
  for (const escape of bytes.toString('latin1').matchAll(ESCAPES)) {
    const unit = escape[1] === undefined ? NaN : Number.parseInt(escape[1], 16);
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    const isHigh = unit >= 0xd800 && unit <= 0xdbff;
    const completes = isLow && awaited === escape.index;
    if (unit === 0 || completes !== (isLow || awaited !== -1)) return true;
    awaited = isHigh ? escape.index + escape[0].length : -1;
  }
  return awaited !== -1;
}

const READING_METHODS = ['GET', 'HEAD'];
const BEARER_TOKEN = /^bearer +([^ ]+) *$/i;

/**
 * Every request below `/scim/v2` comes through here before its body is read, so that a stranger cannot make us parse
 * ten megabytes: who is it, does the address exist, may they, can they read the answer, can we read the body. It is in
 * front of the routes and not a guard of theirs, since unknown addresses and broken bodies have to be answered in the
 * form of SCIM as well.
 */
@Injectable()
export class ScimRequestMiddleware implements Door {
  readonly path = SCIM_ROOT;
  readonly handlers: readonly RequestHandler[];

  private readonly countStranger: () => void;
  private readonly parsers = new Map<Endpoint['limits'], RequestHandler>();

  constructor(
    private readonly authenticateProvisioner: AuthenticateProvisioner,
    private readonly journal: RequestJournal,
    private readonly refusals: DeadTokenRefusals,
    private readonly requestTurns: RequestTurns,
    quotas: Quotas,
    metrics: Metrics,
  ) {
    this.countStranger = metrics.counter(
      'headgate_scim_authentication_failures_total',
      'Requests below /scim/v2 without a valid provisioning token',
    );
    this.handlers = [
      async (request, response, next) => {
        const traced: Traced = {};
        speakScim(response, traced);
        request.url = asRouted(request.url);
        this.journal.follow(request, response, traced);
        assertUnambiguousHead(request);
        const provisioner = await this.identify(request, traced);
        quotas.charge(response, String(provisioner.tokenId), SCIM_QUOTA);
        const endpoint = admit(request, response);
        assertReadable(request, endpoint);
        const parse = (): void => this.parse(request, response, endpoint, next);
        await this.requestTurns.admit(request, response, provisioner, parse);
      },
    ];
  }

  private async identify(request: ScimRequest, traced: Traced): Promise<Provisioner> {
    const token = BEARER_TOKEN.exec(request.get('authorization') ?? '')?.[1];
    const ip = currentOrigin()?.ip ?? null;
    const known = token === undefined ? null : await this.authenticateProvisioner.execute({ token, ip });
    if (known === null || !known.isLive) {
      this.countStranger();
      if (known !== null && this.refusals.isWorthNoting(known.provisioner)) traced.provisioner = known.provisioner;
      throw new Unauthorized(verbatim('A valid provisioning token is required.'));
    }
    request.provisioner = known.provisioner;
    traced.provisioner = known.provisioner;
    return known.provisioner;
  }

  private parse(request: Request, response: Response, { limits }: Endpoint, next: NextFunction): void {
    const parser =
      this.parsers.get(limits) ??
      jsonBody({
        ...limits,
        types: SCIM_TYPES_OF_BODIES,
        inflates: true,
        identityOf: withoutCase,
        inspect: refuseUnstorable,
      });
    this.parsers.set(limits, parser);
    void parser(request, response, (error?: unknown) => next(error === undefined ? undefined : inWordsOfScim(error)));
  }
}

/** Every answer is SCIM, errors too. */
function speakScim(response: Response, traced: Traced): void {
  response.setHeader('Content-Type', `${SCIM_JSON}; charset=utf-8`);
  response.setHeader('Cache-Control', 'no-store');
  speakErrorsIn(response, (answer) => (traced.error = scimErrorOf(answer)));
}

function admit(request: ScimRequest, response: Response): Endpoint {
  const endpoint = endpointAt(request.path);
  if (endpoint === null) throw new NotFound('Address');
  const { method } = request;
  if (!endpoint.methods.includes(method === 'HEAD' ? 'GET' : method)) {
    response.setHeader('Allow', endpoint.methods.join(', '));
    throw new MethodNotAllowed(method);
  }
  if (endpoint.isMe) throw new NoSubject();
  const scope = READING_METHODS.includes(method) || endpoint.isSearch ? 'read' : 'write';
  if (request.provisioner?.scopes.includes(scope) !== true) throw new ScopeMissing(scope);
  return endpoint;
}

function assertReadable(request: Request, { requiresAccept }: Endpoint): void {
  const accept = request.get('accept');
  // An empty one says as little as none (RFC 9110 section 12.5.1).
  if (accept === undefined || accept.trim() === '' ? requiresAccept : !acceptsScim(accept)) throw new NotAcceptable();
  const length = request.get('content-length');
  const hasBody = request.get('transfer-encoding') !== undefined || (length !== undefined && length !== '0');
  if (hasBody && !isScimBody(request.get('content-type')))
    throw new UnsupportedMediaType(verbatim('Send the body as application/scim+json or application/json in UTF-8.'));
  if (!hasBody && ['POST', 'PUT', 'PATCH'].includes(request.method)) throw new InvalidSyntax('The body is missing. Send a JSON object.');
}

/** RFC 7643 section 2.1. */
function withoutCase(name: string): string {
  return name.toLowerCase();
}

function refuseUnstorable(bytes: Buffer): void {
  if (holdsUnstorableText(bytes)) throw new InvalidValue('A text contains a NUL character or broken Unicode.');
}

/** A 400 of the parser is always about the form of the body, and a 413 about its size. */
function inWordsOfScim(error: unknown): unknown {
  if (error instanceof ValidationFailed) return new InvalidSyntax(error.message);
  if (error instanceof DomainError) return error;
  const { status } = error as { status?: unknown };
  if (status === 413) return new BodyTooLarge();
  return status === 400 ? new InvalidSyntax('The body is not well-formed JSON.') : error;
}
