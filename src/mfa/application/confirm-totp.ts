import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
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
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Wrong codes are not counted: the person who enrols was shown the secret.
   * @returns recovery codes with the first factor, else `null`
   * @throws NotFound, FactorConfirmedAlready, WrongFactorCode, TooManyFactors
   */
  execute(input: { caller: Caller; factorId: number; code: string }): Promise<readonly string[] | null> {
    const { caller, factorId, code } = input;
    const target = { type: 'mfa_factor', id: factorId };
    const event = { action: 'mfa.factor_added', actorUserId: caller.userId, target };
    const confirm = (): Promise<TotpFactor> => this.confirm(caller.userId, factorId, code);
    return recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(() => this.addFactor.execute({ caller, confirm })));
  }

  /** Runs with the account locked: the second of two confirmations with one code finds the factor confirmed. */
  private async confirm(userId: number, factorId: number, code: string): Promise<TotpFactor> {
    const factor = await this.factors.find(factorId, userId);
    if (factor?.type !== 'totp') throw new NotFound('Factor');
    if (factor.confirmedAt !== null) throw new FactorConfirmedAlready();
    const now = this.clock.now();
    const timeStep = this.totp.timeStepOf(code, this.factors.secretOf(factor), now, factor.lastTimeStep);
    if (timeStep === null) throw new WrongFactorCode();
    if (!(await this.factors.confirm(factorId, now, timeStep))) throw new NotFound('Factor');
    return factor;
  }
}
