import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { type BreakGlass, BreakGlassTerms, isReady } from '../domain/break-glass.js';
import type { Enforcement, Requirements } from '../domain/enforcement.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { Enforcements } from './ports/enforcements.js';

export interface EnforcementView extends Enforcement {
  readonly requirements: Requirements;
  readonly breakGlass: readonly (BreakGlass & { readonly isReady: boolean })[];
}

@Injectable()
export class ReadEnforcement {
  constructor(
    private readonly enforcements: Enforcements,
    private readonly breakGlasses: BreakGlasses,
    private readonly terms: BreakGlassTerms,
    private readonly clock: Clock,
  ) {}

  /** Checks no permission. @throws NotFound when there is no such organization */
  async execute(organizationId: number): Promise<EnforcementView> {
    const now = this.clock.now();
    const enforcement = await this.enforcements.of(organizationId);
    if (enforcement === null) throw new NotFound('Organization');
    const requirements = await this.enforcements.requirementsOf(organizationId);
    const accounts = await this.breakGlasses.of(organizationId);
    const breakGlass = accounts.map((account) => ({ ...account, isReady: isReady(account, this.terms, now) }));
    return { ...enforcement, requirements, breakGlass };
  }
}
