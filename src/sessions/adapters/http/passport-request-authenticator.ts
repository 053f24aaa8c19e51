import { isNativeError } from 'node:util/types';
import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { Config } from '../../../platform/config/config.js';
import { RequestAuthenticator } from '../../../platform/http/authentication.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { AuthenticateCaller } from '../../application/authenticate-caller.js';
import { AUDIENCE } from '../tokens/jwt-access-tokens.js';
import { KeyRing } from '../tokens/key-ring.js';
import { VerifiedTokens } from '../tokens/verified-tokens.js';

/** passport-jwt verifies signature, algorithm, issuer and audience; times are ours, for the clock is a port. */
@Injectable()
export class PassportRequestAuthenticator extends RequestAuthenticator {
  private readonly strategy: Strategy;
  private readonly verifiedTokens = new VerifiedTokens();

  constructor(
    config: Config,
    private readonly keyRing: KeyRing,
    private readonly authenticateCaller: AuthenticateCaller,
  ) {
    super();
    this.strategy = new Strategy(
      {
        // The header only: a token in a query string would end up in logs and histories (RFC 6750 section 5.3).
        // And not by passport-jwt's own extractor, whose pattern takes quadratic time on a long header without a space.
        jwtFromRequest: bearerTokenOf,
        algorithms: ['ES256'],
        issuer: config.http.publicUrl,
        audience: AUDIENCE,
        ignoreExpiration: true,
        jsonWebTokenOptions: { ignoreNotBefore: true },
        secretOrKeyProvider: (_request: Request, token: string, done: (error: unknown, key?: never) => void) => {
          const kid = keyIdOf(token);
          const found = kid === null ? Promise.resolve(null) : keyRing.verificationKey(kid);
          // passport-jwt's type knows strings and buffers only; the verifier below it takes key objects as well.
          found.then(
            (key) => done(null, (key ?? undefined) as never),
            (error: unknown) => done(new LookupFailed(error)),
          );
        },
      },
      (payload: unknown, done: (error: unknown, payload: unknown) => void) => done(null, payload),
    );
  }

  async authenticate(request: Request): Promise<Caller | null> {
    const token = bearerTokenOf(request);
    const kid = token === null ? null : keyIdOf(token);
    if (token === null || kid === null || !isCanonical(token)) return null;
    const payload = await this.payloadOf(token, kid, request);
    return payload === null ? null : this.authenticateCaller.execute(payload);
  }

  private async payloadOf(token: string, kid: string, request: Request): Promise<unknown> {
    const known = this.verifiedTokens.find(token);
    if (known !== undefined && (await this.keyRing.verificationKey(known.kid)) !== null) return known.payload;
    this.verifiedTokens.forget(token);
    const payload = await this.verify(request);
    if (payload !== null) this.verifiedTokens.remember(token, { kid, payload });
    return payload;
  }

  private verify(request: Request): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (error: unknown, payload: unknown, info: unknown): void => {
        if (info instanceof LookupFailed) reject(info.cause);
        else if (error) reject(asError(error));
        else resolve(payload || null);
      };
      // Passport hangs the request's callbacks on the strategy it is given. One shared object would let two requests at once
      // answer for each other, so each gets an heir of its own.
      const strategy = Object.create(this.strategy) as Strategy;
      const handle = passport.authenticate(strategy, { session: false }, settle) as RequestHandler;
      handle(request, {} as Response, reject);
    });
  }
}

function bearerTokenOf(request: Request): string | null {
  return /^bearer +([\w.-]+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? null;
}

/** The last letter of base64url may hold bits that mean nothing: only the one text that was issued is the token (RFC 4648 section 3.5). */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** passport-jwt reports a failing key lookup as a failed authentication; a lost database is no fault of the token. */
class LookupFailed extends Error {
  override readonly cause: Error;

  constructor(reason: unknown) {
    super('The verification key could not be looked up.');
    this.cause = asError(reason);
  }
}

function asError(reason: unknown): Error {
  return isNativeError(reason) ? reason : new Error('The caller could not be authenticated.');
}

/** Keys come from our own database only: a header that brings or names another source is none of our making. */
const FOREIGN_KEY_SOURCES = ['jku', 'jwk', 'x5u', 'x5c', 'crit'];

function keyIdOf(token: string): string | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
    if (typeof header !== 'object' || header === null || FOREIGN_KEY_SOURCES.some((name) => name in header))
      return null;
    const { kid, typ } = header as { kid?: unknown; typ?: unknown };
    // A token of another kind that this key may sign one day must not pass for an access token (RFC 8725 section 3.11).
    if (typ !== undefined && typ !== 'JWT') return null;
    return typeof kid === 'string' && kid.length <= 128 ? kid : null;
  } catch {
    return null;
  }
}
