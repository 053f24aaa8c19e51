import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AuthModuleOptions, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { Config } from '../../../platform/config/config.js';
import { CredentialNotJudged, type RequestToJudge } from '../../../platform/http/authentication.guard.js';
import { noteCaller } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import { AuthenticateCaller } from '../../application/authenticate-caller.js';
import { AUDIENCE } from './jwt-access-tokens.js';
import { KeyRing } from './key-ring.js';
import { type Verified, VerifiedTokens } from './verified-tokens.js';

/**
 * Judges the access token of a request. passport-jwt verifies signature, algorithm, issuer and audience; we check
 * times, because the clock is a port. Passport finds the strategy by its name and gives each request an object that
 * inherits from it, so that no request answers for another.
 */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy) implements OnApplicationShutdown {
  private readonly verifiedTokens = new VerifiedTokens();

  constructor(
    { defaultStrategy }: AuthModuleOptions,
    config: Config,
    private readonly keyRing: KeyRing,
    private readonly authenticateCaller: AuthenticateCaller,
  ) {
    super({
      jwtFromRequest: issuedTokenOf,
      algorithms: ['ES256'],
      issuer: config.http.publicUrl,
      audience: AUDIENCE,
      ignoreExpiration: true,
      jsonWebTokenOptions: { ignoreNotBefore: true },
      passReqToCallback: true,
      secretOrKeyProvider: (_request: Request, token: string, done: (error: unknown, key?: never) => void) => {
        // passport-jwt's type knows strings and buffers only; the verifier below it takes key objects as well.
        keyRing.verificationKey(keyIdOf(token) ?? '').then(
          (key) => done(null, (key ?? undefined) as never),
          (error: Error) => done(new CredentialNotJudged(error)),
        );
      },
    });
    // With one name for all, the application that a process started last would judge the requests of the others.
    passport.unuse(this.name);
    this.name = String(defaultStrategy);
    passport.use(this);
  }

  /** Passport's registry outlives the application and would keep everything that the strategy refers to. */
  onApplicationShutdown(): void {
    passport.unuse(this.name);
  }

  override authenticate(request: RequestToJudge): void {
    const known = this.verifiedTokens.find(bearerTokenOf(request) ?? '');
    if (known === undefined) {
      super.authenticate(request);
      return;
    }
    this.callerOf(known, request).then(
      (caller) => (caller === null ? this.fail(401) : this.success(caller)),
      (error: Error) => this.error(error),
    );
  }

  /** Called when the token is good. */
  validate(request: RequestToJudge, payload: unknown): Promise<Caller | null> {
    const token = bearerTokenOf(request) ?? '';
    this.verifiedTokens.remember(token, { kid: keyIdOf(token) ?? '', payload });
    return this.admit(payload, request);
  }

  private async callerOf({ kid, payload }: Verified, request: RequestToJudge): Promise<Caller | null> {
    return (await this.keyRing.verificationKey(kid)) === null ? null : this.admit(payload, request);
  }

  private async admit(payload: unknown, { takesExpiredToken = false }: RequestToJudge): Promise<Caller | null> {
    const caller = await this.authenticateCaller.execute(payload, takesExpiredToken);
    if (caller !== null) noteCaller(caller.userId);
    return caller;
  }
}

/**
 * Reads the header only: a token in a query string would end up in logs and histories (RFC 6750 section 5.3). It does
 * not use passport-jwt's own extractor, whose pattern takes quadratic time on a long header without a space.
 */
function bearerTokenOf(request: Request): string | null {
  return /^bearer +([\w.-]+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? null;
}

/** `null` for anything that does not look like a token that was issued here. */
function issuedTokenOf(request: Request): string | null {
  const token = bearerTokenOf(request);
  return token !== null && keyIdOf(token) !== null && isCanonical(token) ? token : null;
}

/**
 * The last letter of base64url may hold bits that mean nothing: only the exact text that was issued is the token (RFC
 * 4648 section 3.5).
 */
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** Keys come from our own database only: a token whose header carries a key or names another source is not ours. */
const FOREIGN_KEY_SOURCES = ['jku', 'jwk', 'x5u', 'x5c', 'crit'];

function keyIdOf(token: string): string | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
    if (typeof header !== 'object' || header === null || FOREIGN_KEY_SOURCES.some((name) => name in header)) return null;
    const { kid, typ } = header as { kid?: unknown; typ?: unknown };
    // A token of another kind that this key may sign one day must not be accepted as an access token (RFC 8725 section
    // 3.11).
    if (typ !== undefined && typ !== 'JWT') return null;
    return typeof kid === 'string' && kid.length <= 128 ? kid : null;
  } catch {
    return null;
  }
}
