import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { BreakGlassTerms, FEWEST_BREAK_GLASS, meetsBreakGlassTerms } from '../domain/break-glass.js';
import { BreakGlassNeeded } from '../domain/enforcement.errors.js';
import { LockEnforcement } from './lock-enforcement.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { Enforcements } from './ports/enforcements.js';

@Injectable()
export class RetainBreakGlass {
  constructor(
    private readonly lockEnforcement: LockEnforcement,
    private readonly enforcements: Enforcements,
    private readonly breakGlasses: BreakGlasses,
    private readonly terms: BreakGlassTerms,
    private readonly clock: Clock,
  ) {}

  /**
   * Called when a person is about to have only these second factors left. Joins the unit of work, in which their
   * account is locked and no session yet. System administrators may still remove factors: they are the ones who help
   * afterwards.
   * @throws BreakGlassNeeded when single sign-on is required, these factors are not enough for emergencies, and too few
   * accounts are left
   */
  async execute(input: { userId: number; hasWebauthn: boolean; hasTotp: boolean }): Promise<void> {
    const { userId, hasWebauthn, hasTotp } = input;
    // Only a few: a break-glass account is an owner there.
    for (const organizationId of await this.breakGlasses.designationsOf(userId)) {
      await this.lockEnforcement.execute(organizationId);
      if (!(await this.enforcements.isRequiredOfAll(organizationId, this.clock.now()))) continue;
      const accounts = await this.breakGlasses.of(organizationId);
      const after = accounts.map((one) => (one.userId === userId ? { ...one, hasWebauthn, hasTotp } : one));
      const fit = after.filter((account) => meetsBreakGlassTerms(account, this.terms));
      if (fit.some((account) => account.userId === userId)) continue;
      if (fit.length < FEWEST_BREAK_GLASS) throw new BreakGlassNeeded();
    }
  }
}
