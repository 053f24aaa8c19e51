import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import type { PolicyRequest } from '../domain/policy-request.js';
import { CheckContent } from './check-content.js';
import { Decisions } from './ports/decisions.js';
import { PolicyChecks } from './ports/policy-checks.js';
import { PolicySets } from './ports/policy-sets.js';

const DAY_MS = 86_400_000;
const MOST_DECISIONS = 5_000;
const MOST_SHOWN = 100;

interface ChangedDecision {
  readonly decisionId: number;
  readonly decidedAt: Date;
  readonly request: PolicyRequest;
  readonly wouldBeAllowed: boolean;
}

export interface Simulation {
  readonly decisions: number;
  /** Whether there were more than were tried. */
  readonly isCut: boolean;
  readonly newlyRefused: number;
  readonly newlyAllowed: number;
  readonly unchanged: number;
  /** People whom it would refuse something that they did, and how often. */
  readonly people: readonly { readonly userId: number; readonly decisions: number }[];
  readonly changed: readonly ChangedDecision[];
}

/** Asks what was decided in the last days again, with a policy that is not in force. */
@Injectable()
export class SimulatePolicy {
  constructor(
    private readonly access: AccessControl,
    private readonly checkContent: CheckContent,
    private readonly checks: PolicyChecks,
    private readonly decisions: Decisions,
    private readonly sets: PolicySets,
    private readonly clock: Clock,
  ) {}

  /** @param input.replaces the policy whose active version it would replace @throws Forbidden, PolicyInvalid, Unavailable */
  async execute(input: {
    readonly caller: Caller;
    readonly organizationId: number;
    readonly text: string;
    readonly days: number;
    readonly replaces: number | null;
  }): Promise<Simulation> {
    const { caller, organizationId, text, days, replaces } = input;
    await this.access.require(caller, 'abac.manage', { organizationId });
    const { content } = await this.checkContent.execute(organizationId, text, []);
    const { tree } = content;
    const from = new Date(this.clock.now().getTime() - days * DAY_MS);
    const recorded = await this.decisions.since(organizationId, from, MOST_DECISIONS + 1);
    const tried = recorded.slice(0, MOST_DECISIONS);
    const active = (await this.sets.load(organizationId))?.active ?? [];
    const requests = tried.map(({ request }) => request);
    const today = active.map((policy) => policy.tree);
    const others = active.filter(({ id }) => id !== replaces).map((policy) => policy.tree);
    // Against what is in force today: other policies may have changed since the decision.
    const before = await this.checks.evaluate(organizationId, today, requests);
    const after = await this.checks.evaluate(organizationId, [...others, tree], requests);
    const changed = tried.flatMap(({ id, decidedAt, request }, index) => {
      const [was = false, would = false] = [before[index]?.isAllowed, after[index]?.isAllowed];
      return was === would ? [] : [{ decisionId: id, decidedAt, request, wouldBeAllowed: would }];
    });
    return { ...summary(changed, tried.length), isCut: recorded.length > tried.length };
  }
}

function summary(changed: readonly ChangedDecision[], decisions: number): Omit<Simulation, 'isCut'> {
  const refused = changed.filter(({ wouldBeAllowed }) => !wouldBeAllowed);
  const counts = new Map<number, number>();
  for (const { request } of refused) {
    const { userId } = request.principal;
    counts.set(userId, (counts.get(userId) ?? 0) + 1);
  }
  const people = [...counts].map(([userId, count]) => ({ userId, decisions: count }));
  return {
    decisions,
    newlyRefused: refused.length,
    newlyAllowed: changed.length - refused.length,
    unchanged: decisions - changed.length,
    people: people.sort((one, other) => other.decisions - one.decisions || one.userId - other.userId).slice(0, MOST_SHOWN),
    changed: changed.slice(0, MOST_SHOWN),
  };
}
