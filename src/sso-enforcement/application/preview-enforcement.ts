import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import type { Blocker } from '../domain/precondition.js';
import { FindBlockers } from './find-blockers.js';
import { BreakGlasses } from './ports/break-glasses.js';
import { Denials, type DenialSummary } from './ports/denials.js';
import { BoundMembers } from './ports/bound-members.js';
import { Enforcements } from './ports/enforcements.js';
import { MemberSessions } from './ports/member-sessions.js';
import { Plans } from './ports/plans.js';
import { SignOn } from './ports/sign-on.js';

const LOOKS_BACK_MS = 30 * 86_400_000;

export interface EnforcementPreview {
  readonly blockers: readonly Blocker[];
  /** Members who would be bound, and have never come through an active connection. */
  readonly neverSignedOnCount: number;
  readonly sessionsToEnd: number;
  /** What was or would have been refused in the last 30 days. */
  readonly denials: DenialSummary;
}

/** What would happen if single sign-on were required now; changes nothing. */
@Injectable()
export class PreviewEnforcement {
  constructor(
    private readonly access: AccessControl,
    private readonly enforcements: Enforcements,
    private readonly signOn: SignOn,
    private readonly findBlockers: FindBlockers,
    private readonly plans: Plans,
    private readonly boundMembers: BoundMembers,
    private readonly breakGlasses: BreakGlasses,
    private readonly sessions: MemberSessions,
    private readonly denials: Denials,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, Unavailable */
  async execute(caller: Caller, organizationId: number): Promise<EnforcementPreview> {
    await this.access.require(caller, 'sso.enforce', { organizationId });
    if ((await this.enforcements.of(organizationId)) === null) throw new NotFound('Organization');
    const inDns = await this.signOn.domainsInDns(organizationId);
    const blockers = await this.plans.inTurn(organizationId, () =>
      this.findBlockers.execute(caller, organizationId, inDns),
    );
    const bound = await this.boundMembers.of(organizationId);
    const { provenUserIds } = await this.signOn.readinessOf(organizationId, bound);
    const proven = new Set(provenUserIds);
    const except = (await this.breakGlasses.of(organizationId)).map(({ userId }) => userId);
    return {
      blockers,
      neverSignedOnCount: bound.filter((userId) => !proven.has(userId)).length,
      sessionsToEnd: await this.sessions.countUnsigned(organizationId, except),
      denials: await this.denials.since(organizationId, new Date(this.clock.now().getTime() - LOOKS_BACK_MS)),
    };
  }
}
