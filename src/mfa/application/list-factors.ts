import { Injectable } from '@nestjs/common';
import { type Factor, type MfaMethod, methodsOf } from '../domain/factor.js';
import { Factors, RecoveryCodes } from './ports/factors.js';

export interface Enrolment {
  readonly factors: readonly Factor[];
  readonly methods: readonly MfaMethod[];
  readonly recoveryCodesLeft: number;
}

@Injectable()
export class ListFactors {
  constructor(
    private readonly factors: Factors,
    private readonly recoveryCodes: RecoveryCodes,
  ) {}

  /** The methods that a user has confirmed; an empty list means that a password is enough. */
  async execute(userId: number): Promise<Enrolment> {
    const factors = await this.factors.confirmedOf(userId);
    const recoveryCodesLeft = factors.length === 0 ? 0 : await this.recoveryCodes.left(userId);
    return { factors, methods: methodsOf(factors, recoveryCodesLeft), recoveryCodesLeft };
  }
}
