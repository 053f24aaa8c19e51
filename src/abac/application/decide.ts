import { Injectable } from '@nestjs/common';
import type { PolicyDecision, PolicyRequest } from '../domain/policy-request.js';
import { CurrentSets } from './current-sets.js';
import { RecordDecision } from './record-decision.js';

/** Decisions of a list before the thread answers something else. */
const AT_ONCE = 20;

/** Asks the policies of an organization about an act for which the roles of the person have been asked already. */
@Injectable()
export class Decide {
  constructor(
    private readonly currentSets: CurrentSets,
    private readonly recordDecision: RecordDecision,
  ) {}

  /** Recorded: each refusal, and samples of what is allowed. @throws Unavailable when the policies are not loaded */
  async execute(request: PolicyRequest): Promise<PolicyDecision> {
    if (request.isBreakGlass) return outside(request);
    const set = await this.currentSets.of(request.organizationId, request.epoch);
    const decision = set.decide(request);
    await this.recordDecision.execute(request, decision, set.shadow(request, decision));
    return decision;
  }

  /**
   * For lists, searches, counts and exports: not recorded. Ask once for resources with the same type and labels when no
   * policy names a resource, see `namesResources`.
   * @returns a decision for each request, in their order @throws Unavailable when the policies are not loaded
   */
  async decideAll(requests: readonly PolicyRequest[]): Promise<readonly PolicyDecision[]> {
    const decisions: PolicyDecision[] = [];
    for (const [index, request] of requests.entries()) {
      if (index > 0 && index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
      if (request.isBreakGlass) decisions.push(outside(request));
      else decisions.push((await this.currentSets.of(request.organizationId, request.epoch)).decide(request));
    }
    return decisions;
  }

  /** Whether a policy in force names a workspace or a data source by its id, so that equal labels do not mean equal decisions. */
  async namesResources(organizationId: number, epoch: number): Promise<boolean> {
    return (await this.currentSets.of(organizationId, epoch)).namesResources;
  }

  /** Whether a policy in force permits, so that it has to be asked about what the roles refuse. */
  async permits(organizationId: number, epoch: number): Promise<boolean> {
    return (await this.currentSets.of(organizationId, epoch)).permits;
  }
}

function outside({ allowedByRoles }: PolicyRequest): PolicyDecision {
  return { isAllowed: allowedByRoles, reason: 'break_glass', policies: [], errors: [] };
}
