import { Injectable } from '@nestjs/common';
import { expanded } from '../../shared/permission.js';
import { Clock } from '../../shared/ports/clock.js';
import type { LastingProof } from '../../shared/proof.js';
import type { PolicyContent } from '../domain/policy.js';
import { likenessOf, readsTime } from '../domain/policy-tree.js';
import type { PublishedFrom } from '../domain/request-contexts.js';
import { canSignIn } from '../domain/sign-in-ways.js';
import { PolicyChecks } from './ports/policy-checks.js';
import { type Person, PolicyFacts } from './ports/policy-facts.js';

/** The first few, owners before others. */
const MOST_MEMBERS = 5_000;
/** Groups of people whom the policy treats alike; each costs some hundred evaluations. */
const MOST_GROUPS = 60;
const MOST_NAMED = 20;
/** Workspaces and data sources with labels of their own. */
const MOST_THINGS = 10;

export interface KeptOut {
  readonly members: number;
  /** False: not all members were tried. */
  readonly isComplete: boolean;
  /** Owners first, some of them. */
  readonly people: readonly {
    readonly userId: number;
    readonly email: string;
    readonly isOwner: boolean;
    readonly missingProofs: readonly LastingProof[];
  }[];
}

const NOBODY: KeptOut = { members: 0, isComplete: true, people: [] };

/** Members whom a policy would refuse what their roles allow, because they lack a proof that it asks for. */
@Injectable()
export class ForecastKeptOut {
  constructor(
    private readonly facts: PolicyFacts,
    private readonly checks: PolicyChecks,
    private readonly clock: Clock,
  ) {}

  /** @throws Unavailable */
  async execute(
    organizationId: number,
    { tree, effect, actions }: Pick<PolicyContent, 'tree' | 'effect' | 'actions'>,
    from: PublishedFrom,
  ): Promise<KeptOut> {
    if (effect === 'permit') return NOBODY;
    const { people, connectionIds } = await this.facts.people(organizationId, 'all', MOST_MEMBERS + 1);
    const likeness = likenessOf(tree);
    const groups = new Map<string, Person[]>();
    for (const person of people.slice(0, MOST_MEMBERS)) {
      const { ways, permissions, principal } = person;
      if (!canSignIn(ways)) continue;
      const key = JSON.stringify([ways, expanded(permissions), likeness(principal)]);
      const alike = groups.get(key);
      if (alike === undefined) groups.set(key, [person]);
      else alike.push(person);
    }
    const tried = [...groups.values()].slice(0, MOST_GROUPS);
    const lost = await this.checks.lost([tree], {
      organizationId,
      people: tried.flatMap(([one]) =>
        one === undefined ? [] : [{ ...one, permissions: actions.filter((act) => expanded(one.permissions).includes(act)) }],
      ),
      things: await this.facts.labels(organizationId, MOST_THINGS),
      connectionIds,
      tried: { now: this.clock.now(), from, isAllWeek: readsTime(tree) },
      most: { ofEach: 1, inAll: MOST_GROUPS },
    });
    const keptOut = tried.flatMap((group) => {
      const found = lost.find(({ userId }) => userId === group[0]?.principal.userId);
      const missingProofs = found?.missingProofs ?? [];
      if (missingProofs.length === 0) return [];
      return group.map(({ principal: { userId, attributes }, isOwner }) => {
        return { userId, email: attributes.email, isOwner, missingProofs };
      });
    });
    const inOrder = keptOut.sort((one, other) => Number(other.isOwner) - Number(one.isOwner) || one.userId - other.userId);
    const isComplete = people.length <= MOST_MEMBERS && groups.size <= MOST_GROUPS;
    return { members: keptOut.length, isComplete, people: inOrder.slice(0, MOST_NAMED) };
  }
}
