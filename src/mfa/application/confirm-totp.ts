import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound, RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { codeThrottle } from '../domain/code-throttle.js';
import type { TotpFactor } from '../domain/factor.js';
import { FactorConfirmedAlready, WrongFactorCode } from '../domain/mfa.errors.js';
import { AddFactor } from './add-factor.js';
import { Factors } from './ports/factors.js';
import { Totp } from './ports/totp.js';

@Injectable()
export class ConfirmTotp {
  constructor(
    private readonly factors: Factors,
    private readonly totp: Totp,
    private readonly addFactor: AddFactor,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns recovery codes with the first factor, else `null`
   * @throws NotFound, FactorConfirmedAlready, WrongFactorCode, RateLimited
   */
  async execute(input: { caller: Caller; factorId: number; code: string }): Promise<readonly string[] | null> {
    const { caller, factorId, code } = input;
    const refusal = await this.judge(caller.userId, factorId, code);
    if (refusal !== null) throw refusal;
    return this.unitOfWork.run(() =>
      this.addFactor.execute({
        caller,
        confirm: async () => {
          // Read again under the lock of the account: of two confirmations with one code the second finds it confirmed.
          const factor = await this.pending(caller.userId, factorId);
          const timeStep = this.timeStepOf(factor, code);
          if (timeStep === null) throw new WrongFactorCode();
          await this.factors.confirm(factorId, this.clock.now(), timeStep);
          return factor;
        },
      }),
    );
  }

  /** Counts a wrong code in a unit of work of its own, which commits although the request is refused. */
  private judge(userId: number, factorId: number, code: string): Promise<Error | null> {
    return this.unitOfWork.run(async () => {
      const isRight = this.timeStepOf(await this.pending(userId, factorId), code) !== null;
      const wait = await this.throttle.settle([codeThrottle(userId)], isRight ? 'success' : 'failure');
      if (isRight && wait === 0) return null;
      const detail = { reason: wait > 0 ? 'throttled' : 'wrong_totp' };
      const target = { type: 'mfa_factor', id: factorId };
      const action = 'mfa.factor_added';
      await this.auditTrail.record({ action, outcome: 'refused', actorUserId: userId, target, detail });
      return wait > 0 ? new RateLimited(wait) : new WrongFactorCode();
    });
  }

  private async pending(userId: number, factorId: number): Promise<TotpFactor> {
    const factor = await this.factors.find(factorId, userId);
    if (factor?.type !== 'totp') throw new NotFound('Factor');
    if (factor.confirmedAt !== null) throw new FactorConfirmedAlready();
    return factor;
  }

  private timeStepOf(factor: TotpFactor, code: string): number | null {
    return this.totp.timeStepOf(code, factor.secret, this.clock.now(), factor.lastTimeStep);
  }
}
