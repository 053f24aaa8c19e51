import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import type { SignInRequirements } from '../domain/sign-in-requirements.js';
import { SignInRequirementsKept } from './ports/sign-in-requirements-kept.js';

export interface SignInRequirementsView extends SignInRequirements {
  readonly peopleWithoutFactor: number;
}

/** What an organization requires of sessions, and how many people cannot meet it yet. */
@Injectable()
export class ShowSignInRequirements {
  constructor(
    private readonly access: AccessControl,
    private readonly requirements: SignInRequirementsKept,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, organizationId: number): Promise<SignInRequirementsView> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.read(organizationId);
  }

  /** Checks no permission. @throws NotFound */
  async read(organizationId: number): Promise<SignInRequirementsView> {
    const requirements = await this.requirements.of(organizationId);
    if (requirements === null) throw new NotFound('Organization');
    const { total } = await this.requirements.withoutFactor(organizationId, this.clock.now(), { page: 1, limit: 1 });
    return { ...requirements, peopleWithoutFactor: total };
  }
}
