import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { BreakGlassTerms, FEWEST_BREAK_GLASS, meetsBreakGlassTerms } from '../domain/break-glass.js';
import { BreakGlassNeeded, BreakGlassStays } from '../domain/enforcement.errors.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { Enforcements } from './ports/enforcements.js';

@Injectable()
export class SpareBreakGlass {
  constructor(
    private readonly enforcements: Enforcements,
    private readonly breakGlasses: BreakGlasses,
    private readonly terms: BreakGlassTerms,
    private readonly clock: Clock,
  ) {}

  /**
   * Called when a person is about to lose the role of owner, and with it their place as a break-glass account. Joins
   * the unit of work, in which the organization is locked.
   * @param input.by a directory may not do that to such an account at all
   * @throws BreakGlassStays; BreakGlassNeeded when single sign-on is required and too few would be left
   */
  async execute(input: { organizationId: number; userId: number; by: 'owner' | 'directory' }): Promise<void> {
    const { organizationId, userId, by } = input;
    const accounts = await this.breakGlasses.of(organizationId);
    if (!accounts.some((account) => account.userId === userId)) return;
    if (by === 'directory') throw new BreakGlassStays();
    const left = accounts.filter((account) => account.userId !== userId && meetsBreakGlassTerms(account, this.terms));
    const isRequired = await this.enforcements.isRequiredOfAll(organizationId, this.clock.now());
    if (isRequired && left.length < FEWEST_BREAK_GLASS) throw new BreakGlassNeeded();
    await this.breakGlasses.remove(organizationId, userId);
  }
}
