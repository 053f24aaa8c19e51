import { Injectable } from '@nestjs/common';
import { EndUnsignedSessions } from '../../sessions/application/end-unsigned-sessions.js';
import { Clock } from '../../shared/ports/clock.js';
import { BreakGlassTerms, FEWEST_BREAK_GLASS, meetsBreakGlassTerms } from '../domain/break-glass.js';
import { BreakGlassNeeded } from '../domain/enforcement.errors.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { Enforcements } from './ports/enforcements.js';

@Injectable()
export class SettleDesignation {
  constructor(
    private readonly enforcements: Enforcements,
    private readonly breakGlasses: BreakGlasses,
    private readonly endUnsignedSessions: EndUnsignedSessions,
    private readonly terms: BreakGlassTerms,
    private readonly clock: Clock,
  ) {}

  /**
   * A person who is taken off the list while single sign-on is required has to use it at once, like everyone else. Joins
   * the unit of work that changed the list. @throws BreakGlassNeeded
   */
  async execute(organizationId: number, relieved: readonly number[]): Promise<void> {
    if (!(await this.enforcements.isRequiredOfAll(organizationId, this.clock.now()))) return;
    const fit = (await this.breakGlasses.of(organizationId)).filter((account) => meetsBreakGlassTerms(account, this.terms));
    if (fit.length < FEWEST_BREAK_GLASS) throw new BreakGlassNeeded();
    await this.endUnsignedSessions.execute({ organizationId, userIds: relieved, except: [], until: null });
  }
}
