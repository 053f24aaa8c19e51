import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, HttpException, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { UnsupportedMediaType } from '../../shared/domain-error.js';
import express, { type Request, type RequestHandler } from 'express';
import { assertShape } from './json-shape.js';
import { limitedBody } from './limited-body.js';
import { MalformedJson } from './malformed-json.js';
import { say, verbatim } from '../../shared/sentence.js';

const BODY_TYPES = 'headgate:body-types';

/** Marks a route whose body has other formats than JSON; the route itself reads it. */
export const TakesBody = (...types: readonly string[]): MethodDecorator => SetMetadata(BODY_TYPES, types);

export interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
  /** The media types that are read as JSON; other bodies are left alone. */
  readonly types?: readonly string[];
  /**
   * Whether the body may be compressed: a kilobyte then takes a megabyte of memory while the rest of it arrives, so
   * only where strangers cannot get.
   */
  readonly inflates?: boolean;
  /** Which names of an object are equal; by default, those with the same spelling. */
  readonly identityOf?: (name: string) => string;
  /** Throws when the route cannot accept the body. */
  readonly inspect?: (bytes: Buffer) => void;
}

const USUAL: BodyLimits = { bytes: 100 * 1024, values: 1_000 };
const DEEPEST_NESTING = 32;

/**
 * Parses only `application/json`, unless a route says otherwise. The shape is judged on the raw bytes, before anything
 * recursive or per-field sees the value: validating a 50,000-fold nested array would end in a stack overflow, and
 * 10,000 unknown fields would take seconds. Only UTF-8 (RFC 8259 section 8.1), because those bytes would mean something
 * else in other encodings.
 */
export function jsonBody(limits: BodyLimits = USUAL): RequestHandler {
  const { bytes: limit, values, types = ['application/json'], inflates = false, inspect } = limits;
  const { identityOf = (name: string) => name } = limits;
  // The parser sets its own status on errors thrown while it reads.
  const refusals = new WeakMap<IncomingMessage, unknown>();
  const parse = express.json({
    limit,
    inflate: inflates,
    type: [...types],
    strict: true,
    verify: (request, _response, bytes, charset) => {
      if (charset !== 'utf-8') throw new HttpException('unsupported charset', 415);
      try {
        assertShape(bytes, { depth: DEEPEST_NESTING, values, identityOf });
        inspect?.(bytes);
      } catch (error) {
        refusals.set(request, error);
        throw new HttpException('refused', 400);
      }
    },
  });
  return limitedBody(
    limit,
    (request, response, next) => {
      nameCharset(request);
      parse(request, response, (error?: unknown) => next(refusals.get(request) ?? inWords(error)));
    },
    types,
  );
}

/** Before Nest sees it, which makes a plain 400 of a SyntaxError. */
function inWords(error: unknown): unknown {
  const cause = (error ?? {}) as { type?: unknown; message?: unknown; body?: unknown };
  return cause.type === 'entity.parse.failed' ? new MalformedJson(cause) : error;
}

/** "utf8" is what many programs call UTF-8; the parser knows the name of IANA alone. */
function nameCharset({ headers }: IncomingMessage): void {
  const type = headers['content-type'];
  if (type !== undefined) headers['content-type'] = type.replace(/(;\s*charset\s*=\s*"?)utf8(?=["\s;]|$)/i, '$1utf-8');
}

/** 415 for a body in another format. Runs after the authentication guard, so that a stranger still learns only 401. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
    if (!hasBody) return true;
    const types = this.reflector.get<string[] | undefined>(BODY_TYPES, context.getHandler()) ?? ['application/json'];
    if (request.is(types) !== false) return true;
    const isJson = types.includes('application/json');
    throw new UnsupportedMediaType(
      say(isJson ? 'Send the body as {types} in UTF-8.' : 'Send the body as {types}.', {
        types: types.map(verbatim).reduce((first, second) => say('{first} or {second}', { first, second })),
      }),
    );
  }
}
