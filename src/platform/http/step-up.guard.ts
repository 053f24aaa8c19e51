import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { AssuranceLevel, Caller } from '../../shared/caller.js';
import { StepUpRequired, Unauthorized } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';

const NEEDS_STEP_UP = 'headgate:step-up';
export const STEP_UP_MAX_AGE_SECONDS = 600;

/** `with_mfa`: whoever has no second factor may pass; `always`: he must have logged in within the same time. */
type Demand = 'with_mfa' | 'always';

/**
 * Marks a route that changes how the account is protected: a session that is merely alive, or whose login skipped MFA on a
 * trusted device, is not enough (ASVS 7.5.1). 401 STEP_UP_REQUIRED tells the client what is.
 */
export const RequiresStepUp = (demand: Demand = 'with_mfa'): MethodDecorator => SetMetadata(NEEDS_STEP_UP, demand);

/** Whether someone has a second factor at all; the mfa context answers. */
export abstract class MfaEnrolment {
  abstract isEnrolled(userId: number): Promise<boolean>;
}

@Injectable()
export class StepUpGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly enrolment: MfaEnrolment,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const demand = this.reflector.get<Demand | undefined>(NEEDS_STEP_UP, context.getHandler());
    if (demand === undefined) return true;
    const { caller } = context.switchToHttp().getRequest<Request & { caller?: Caller }>();
    if (caller === undefined) throw new Unauthorized();
    const level = await this.missing(demand, caller);
    if (level === null) return true;
    await this.auditTrail.record({
      action: 'session.step_up_required',
      outcome: 'refused',
      actorUserId: caller.userId,
      target: { type: 'session', id: caller.sessionId },
      detail: { acr: level },
    });
    throw new StepUpRequired(level, STEP_UP_MAX_AGE_SECONDS);
  }

  private async missing(demand: Demand, caller: Caller): Promise<AssuranceLevel | null> {
    if (this.isRecent(caller.mfaAt)) return null;
    if (await this.enrolment.isEnrolled(caller.userId)) return 'aal2';
    return demand === 'always' && !this.isRecent(caller.authenticatedAt) ? 'aal1' : null;
  }

  private isRecent(moment: Date | null): boolean {
    return moment !== null && this.clock.now().getTime() - moment.getTime() < STEP_UP_MAX_AGE_SECONDS * 1000;
  }
}
