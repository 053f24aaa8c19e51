import { type CanActivate, type ExecutionContext, Injectable, SetMetadata, applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Caller } from '../../shared/caller.js';
import { Unauthorized } from '../../shared/domain-error.js';
import { FreshProof } from './fresh-proof.js';
import { marked } from './operation.js';

const NEEDS_STEP_UP = 'headgate:step-up';

/**
 * `with_mfa`: users without a second factor may pass; `always`: they must have proved who they are within the same
 * time.
 */
type Demand = 'with_mfa' | 'always';

/**
 * Marks a route that changes how the account is protected: a session that is merely live, or whose login skipped MFA on
 * a trusted device, is not enough (ASVS 7.5.1). 401 STEP_UP_REQUIRED tells the client what is.
 */
export const RequiresStepUp = (demand: Demand = 'with_mfa'): MethodDecorator =>
  applyDecorators(SetMetadata(NEEDS_STEP_UP, demand), marked('x-step-up'));

@Injectable()
export class StepUpGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly freshProof: FreshProof,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const demand = this.reflector.get<Demand | undefined>(NEEDS_STEP_UP, context.getHandler());
    if (demand === undefined) return true;
    const { caller } = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    if (caller === undefined) throw new Unauthorized();
    await this.freshProof.require(caller, demand === 'with_mfa');
    return true;
  }
}
