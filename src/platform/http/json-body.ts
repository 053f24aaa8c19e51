import { type CanActivate, type ExecutionContext, HttpException, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { UnsupportedMediaType } from '../../shared/domain-error.js';
import express, { type Request, type RequestHandler } from 'express';

const BODY_TYPES = 'headgate:body-types';

/** Marks a route whose body is of other formats than JSON; reading it is then the business of the route. */
export const TakesBody = (...types: readonly string[]): MethodDecorator => SetMetadata(BODY_TYPES, types);

export interface BodyLimits {
  readonly bytes: number;
  readonly values: number;
  /** The media types that are read as JSON; of the others the body is left alone. */
  readonly types?: readonly string[];
  /** Throws for what the route cannot take. */
  readonly inspect?: (bytes: Buffer) => void;
}

const USUAL: BodyLimits = { bytes: 100 * 1024, values: 1_000 };
const DEEPEST_NESTING = 32;

/**
 * Parses `application/json` only, where nothing else is said. Nesting and number of values are limited on the raw bytes, before anything recursive or
 * per-field sees the value: validating a 50,000-fold nested array would end in a stack overflow, 10,000 unknown fields in
 * seconds of work. In UTF-8 only (RFC 8259 section 8.1), for in other encodings those bytes would mean something else.
 */
export function jsonBody(limits: BodyLimits = USUAL): RequestHandler {
  const { bytes: limit, values: mostValues, types = ['application/json'], inspect } = limits;
  return express.json({
    limit,
    type: [...types],
    strict: true,
    verify: (_request, _response, bytes, charset) => {
      if (charset !== 'utf-8') throw new HttpException('unsupported charset', 415);
      const { depth, values } = shapeOf(bytes);
      if (depth > DEEPEST_NESTING || values > mostValues) throw new HttpException('too complex', 400);
      inspect?.(bytes);
    },
  });
}

/** How deep brackets nest, and how many values commas separate, outside of strings. */
function shapeOf(bytes: Buffer): { depth: number; values: number } {
  let open = 0;
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inString) {
      if (byte === 0x5c) index += 1;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x5b || byte === 0x7b) depth = Math.max(depth, (open += 1));
    else if (byte === 0x5d || byte === 0x7d) open -= 1;
  }
  return { depth, values };
}

/** 415 for a body in another format. Runs after the authentication guard, so that a stranger still learns only 401. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
    const types = this.reflector.get<string[] | undefined>(BODY_TYPES, context.getHandler()) ?? ['application/json'];
    if (!hasBody || request.is(types) !== false) return true;
    const isJson = types.includes('application/json');
    throw new UnsupportedMediaType(`Send the body as ${types.join(' or ')}${isJson ? ' in UTF-8' : ''}.`);
  }
}
