import { type CanActivate, type ExecutionContext, HttpException, Injectable } from '@nestjs/common';
import express, { type Request, type RequestHandler } from 'express';

const BODY_LIMIT_BYTES = 100 * 1024;
const DEEPEST_NESTING = 32;

/**
 * Parses `application/json` only. The nesting is limited on the raw bytes, before anything recursive sees the value:
 * validation and serialization of a 50,000-fold nested array would end in a stack overflow.
 */
export function jsonBody(): RequestHandler {
  return express.json({
    limit: BODY_LIMIT_BYTES,
    strict: true,
    verify: (_request, _response, bytes) => {
      if (nestingOf(bytes) > DEEPEST_NESTING) throw new HttpException('nested too deeply', 400);
    },
  });
}

/** Depth of brackets outside of strings; ASCII-compatible encodings only, which is all that JSON may use on the wire. */
function nestingOf(bytes: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inString) {
      if (byte === 0x5c) index += 1;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x5b || byte === 0x7b) deepest = Math.max(deepest, (depth += 1));
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return deepest;
}

/** 415 for a body in another format. Runs after the authentication guard, so that a stranger still learns only 401. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
    if (hasBody && !request.is('application/json')) throw new HttpException('unsupported media type', 415);
    return true;
  }
}
