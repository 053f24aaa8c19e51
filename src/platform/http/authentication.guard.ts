import { type CanActivate, type ExecutionContext, Injectable, SetMetadata, createParamDecorator } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Caller } from '../../shared/caller.js';
import { Unauthorized } from '../../shared/domain-error.js';

const IS_PUBLIC = 'headgate:public';

/** Opens a route to callers without an access token. Everything without this mark needs one. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(IS_PUBLIC, true);

/** Finds out who sends a request; the sessions context implements it. `null`: nobody we know, for whatever reason. */
export abstract class RequestAuthenticator {
  abstract authenticate(request: Request): Promise<Caller | null>;
}

/** Deny by default: registered for the whole application, so a new route is guarded before anyone thinks of it. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: RequestAuthenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (isPublicRoute(this.reflector, context)) return true;
    const request = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    const caller = await this.authenticator.authenticate(request);
    if (caller === null) throw new Unauthorized();
    request.caller = caller;
    return true;
  }
}

function isPublicRoute(reflector: Reflector, context: Pick<ExecutionContext, 'getHandler' | 'getClass'>): boolean {
  return (
    reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, [context.getHandler(), context.getClass()]) === true
  );
}

/** The caller as the guard established it. Only for routes that are not public. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
  if (caller === undefined) throw new Unauthorized();
  return caller;
});
