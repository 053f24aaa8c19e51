import { type CanActivate, type ExecutionContext, Injectable, SetMetadata, applyDecorators, createParamDecorator } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, AuthModuleOptions } from '@nestjs/passport';
import type { Request } from 'express';
import type { Caller } from '../../shared/caller.js';
import { Unauthorized } from '../../shared/domain-error.js';
import { marked } from './operation.js';

const IS_PUBLIC = 'headgate:public';
const TAKES_EXPIRED = 'headgate:takes-expired-token';
const LISTENS_TO_CALLERS = 'headgate:listens-to-callers';

/** Opens a route to callers without an access token. Everything without this mark needs one. */
export const Public = (): MethodDecorator & ClassDecorator => applyDecorators(SetMetadata(IS_PUBLIC, true), marked('x-public'));

/**
 * Opens a route to strangers, and to callers who identify themselves. Credentials that are sent must be good: a caller
 * who means to act as themselves must not silently be treated as a stranger. `CallerIfKnown` hands the caller in.
 */
export const OptionalCaller = (): MethodDecorator & ClassDecorator =>
  applyDecorators(Public(), SetMetadata(LISTENS_TO_CALLERS, true), marked('x-optional-caller'));

/** For routes that only end the session of their access token: whoever logs out an hour later still means that session. */
export const ExpiredTokenSuffices = (): MethodDecorator => SetMetadata(TAKES_EXPIRED, true);

/** A request as the guard hands it to the strategy. */
export interface RequestToJudge extends Request {
  takesExpiredToken?: boolean;
}

/**
 * The failure of a strategy that could not judge: passport treats that as a bad credential, but a lost database is not
 * the credential's fault.
 */
export class CredentialNotJudged extends Error {
  constructor(override readonly cause: Error) {
    super('The credential could not be judged.');
  }
}

/**
 * Deny by default: registered for the whole application, so a new route is guarded automatically. The passport strategy
 * of the sessions context, which is under `defaultStrategy` of the module options, finds out who sends a request.
 */
@Injectable()
export class AuthenticationGuard extends AuthGuard() {
  constructor(
    private readonly reflector: Reflector,
    options: AuthModuleOptions,
  ) {
    super(options);
  }

  override canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    const request = context.switchToHttp().getRequest<RequestToJudge>();
    request.takesExpiredToken = isMarked(this.reflector, TAKES_EXPIRED, context);
    if (!isMarked(this.reflector, IS_PUBLIC, context)) return super.canActivate(context);
    const isSilent = request.get('authorization') === undefined || !isMarked(this.reflector, LISTENS_TO_CALLERS, context);
    return isSilent || super.canActivate(context);
  }

  override handleRequest<Known>(error: Error | null, caller: Known | false | undefined, info: unknown): Known {
    if (error !== null) throw error;
    if (info instanceof CredentialNotJudged) throw info.cause;
    if (!caller) throw new Unauthorized();
    return caller;
  }
}

function isMarked(reflector: Reflector, mark: string, context: Pick<ExecutionContext, 'getHandler' | 'getClass'>): boolean {
  return reflector.getAllAndOverride<boolean | undefined>(mark, [context.getHandler(), context.getClass()]) === true;
}

/** The caller as the guard established it. Only for routes that are not public. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
  if (caller === undefined) throw new Unauthorized();
  return caller;
});

/** On a route marked `OptionalCaller`: `null` for callers who sent no credentials. */
export const CallerIfKnown = createParamDecorator((_: unknown, context: ExecutionContext): Caller | null => {
  const { caller } = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
  return caller ?? null;
});
