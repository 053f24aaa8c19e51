import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import { FORECAST_DAYS, type Forecast } from '../domain/forecast.js';
import { ClassificationTurns } from './ports/classification-turns.js';
import { Logins } from './ports/wave-watch.js';
import { OrganizationStates } from './ports/organization-states.js';

const DAY_MS = 86_400_000;

@Injectable()
export class ForecastLockout {
  constructor(
    private readonly access: AccessControl,
    private readonly states: OrganizationStates,
    private readonly logins: Logins,
    private readonly turns: ClassificationTurns,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, organizationId: number): Promise<Forecast> {
    await this.access.require(caller, 'sso.read', { organizationId });
    const now = this.clock.now();
    if ((await this.states.find(organizationId, now)) === null) throw new NotFound('Organization');
    const from = new Date(now.getTime() - FORECAST_DAYS * DAY_MS);
    return this.turns.take(organizationId, () => this.logins.replay(organizationId, { from, now }));
  }
}
