import { Injectable } from '@nestjs/common';
import { RecheckDomains } from '../../sso/application/recheck-domains.js';
import { CountUnsignedSessions } from '../../sessions/application/count-unsigned-sessions.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import type { Blocker } from '../domain/precondition.js';
import { CountNeverSignedOn } from './count-never-signed-on.js';
import { FindBlockers } from './find-blockers.js';
import { Exemptions } from './ports/exemptions.js';
import { Denials, type DenialSummary } from './ports/denials.js';
import { Enforcements } from './ports/enforcements.js';
import { MigrationPlans } from './ports/migration-plans.js';

const LOOKS_BACK_MS = 30 * 86_400_000;

export interface EnforcementPreview {
  readonly blockers: readonly Blocker[];
  /** Members who would be bound and have never come through an active connection. */
  readonly neverSignedOnCount: number;
  readonly sessionsToEnd: number;
  /** Logins that were or would have been refused in the last 30 days. */
  readonly denials: DenialSummary;
}

/** Shows what would happen if single sign-on were required now; changes nothing. */
@Injectable()
export class PreviewEnforcement {
  constructor(
    private readonly access: AccessControl,
    private readonly enforcements: Enforcements,
    private readonly recheckDomains: RecheckDomains,
    private readonly findBlockers: FindBlockers,
    private readonly countNeverSignedOn: CountNeverSignedOn,
    private readonly migrationPlans: MigrationPlans,
    private readonly exemptions: Exemptions,
    private readonly countUnsignedSessions: CountUnsignedSessions,
    private readonly denials: Denials,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, Unavailable */
  async execute(caller: Caller, organizationId: number): Promise<EnforcementPreview> {
    await this.access.require(caller, 'sso.enforce', { organizationId });
    if ((await this.enforcements.of(organizationId)) === null) throw new NotFound('Organization');
    const checked = await this.recheckDomains.execute({ organizationId });
    const blockers = await this.migrationPlans.inTurn(organizationId, () => this.findBlockers.execute(caller, organizationId, checked));
    const neverSignedOnCount = await this.countNeverSignedOn.execute(organizationId);
    const except = await this.exemptions.passwordUsersOf(organizationId, this.clock.now());
    return {
      blockers,
      neverSignedOnCount,
      sessionsToEnd: await this.countUnsignedSessions.execute({ organizationId, userIds: null, except }),
      denials: await this.denials.since(organizationId, new Date(this.clock.now().getTime() - LOOKS_BACK_MS)),
    };
  }
}
