import { type CanActivate, type ExecutionContext, Injectable, createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import { Unauthorized } from '../../../shared/domain-error.js';
import type { Provisioner } from '../../domain/provisioner.js';
import { verbatim } from '../../../shared/sentence.js';

export type ScimRequest = Request & { provisioner?: Provisioner };

/** The caller that `ScimRequestMiddleware` let in. @throws Unauthorized for a request that did not pass through it */
function provisionerFrom(context: ExecutionContext): Provisioner {
  const { provisioner } = context.switchToHttp().getRequest<ScimRequest>();
  if (provisioner === undefined) throw new Unauthorized(verbatim('A valid provisioning token is required.'));
  return provisioner;
}

export const CurrentProvisioner = createParamDecorator((_: unknown, context: ExecutionContext) => provisionerFrom(context));

/** Deny by default, should a path ever lead past `ScimRequestMiddleware`. */
@Injectable()
export class ProvisionerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    provisionerFrom(context);
    return true;
  }
}
