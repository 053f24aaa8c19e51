import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Entity, Evaluation } from '../domain/authzen.js';
import { EnterDecisions } from './enter-decisions.js';
import { type CandidatePage, DecisionPoint } from './ports/decision-point.js';

/** How many candidates are decided at once, and how many are tried for one answer. */
const AT_ONCE = 100;
const MOST_TRIED = 2_000;

interface SearchPage {
  readonly limit: number;
  /** The last candidate of the page before. */
  readonly after: string | null;
}

export interface Found {
  readonly ids: readonly string[];
  /** `null` at the end. */
  readonly next: string | null;
}

/** What is searched for: the part whose id is not known. */
type Wanted = Omit<Entity, 'id'>;

interface Search {
  readonly caller: Caller;
  readonly organizationId: number | null;
  readonly page: SearchPage;
}

/** Finds subjects, resources or actions for which the answer would be yes. */
@Injectable()
export class SearchAccess {
  constructor(
    private readonly enterDecisions: EnterDecisions,
    private readonly decisionPoint: DecisionPoint,
  ) {}

  /** @throws Forbidden, ValidationFailed, Unavailable */
  subjects(search: Search, wanted: Wanted, evaluation: Omit<Evaluation, 'subject'>): Promise<Found> {
    const asking = (subject: Entity): Evaluation => ({ ...evaluation, subject });
    return this.search(search, wanted, (page) => this.decisionPoint.subjects(page), asking);
  }

  /** @throws Forbidden, ValidationFailed, Unavailable */
  resources(search: Search, wanted: Wanted, evaluation: Omit<Evaluation, 'resource'>): Promise<Found> {
    const asking = (resource: Entity): Evaluation => ({ ...evaluation, resource });
    return this.search(search, wanted, (page) => this.decisionPoint.resources(page), asking);
  }

  /** @throws Forbidden, ValidationFailed, Unavailable */
  async actions(search: Search, evaluation: Omit<Evaluation, 'action'>): Promise<Found> {
    const organizationId = await this.enterDecisions.execute(search.caller, search.organizationId);
    const names = this.decisionPoint.actionsOn(evaluation.resource.type);
    const asked = names.map((name) => ({ ...evaluation, action: { name, properties: {} } }));
    const decided = await this.decisionPoint.decide(organizationId, asked);
    return { ids: names.filter((_, index) => decided[index]?.isAllowed === true), next: null };
  }

  private async search(
    { caller, organizationId: asked, page }: Search,
    wanted: Wanted,
    candidatesOf: (page: CandidatePage) => Promise<readonly string[]>,
    asking: (entity: Entity) => Evaluation,
  ): Promise<Found> {
    const organizationId = await this.enterDecisions.execute(caller, asked);
    const ids: string[] = [];
    let { after } = page;
    for (let tried = 0; tried < MOST_TRIED; tried += AT_ONCE) {
      const candidates = await candidatesOf({ organizationId, type: wanted.type, after, most: AT_ONCE });
      const decided = await this.decisionPoint.decide(
        organizationId,
        candidates.map((id) => asking({ ...wanted, id })),
      );
      for (const [index, id] of candidates.entries()) {
        if (decided[index]?.isAllowed === true) {
          // One more than fits on the page shows that there is a next page.
          if (ids.length === page.limit) return { ids, next: after };
          ids.push(id);
        }
        after = id;
      }
      if (candidates.length < AT_ONCE) return { ids, next: null };
    }
    return { ids, next: after };
  }
}
