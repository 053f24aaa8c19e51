import { Injectable } from '@nestjs/common';
import type { PolicyDecision, PolicyRequest } from '../domain/policy-request.js';
import { CurrentSets } from './current-sets.js';
import { type Act, RecordDecision } from './record-decision.js';

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
   * For lists, searches, counts, exports and programs that ask: not recorded. What policies cannot tell apart is decided once.
   * @returns a decision for each request, in their order @throws Unavailable when the policies are not loaded
   */
  async decideAll(requests: readonly PolicyRequest[]): Promise<readonly PolicyDecision[]> {
    const known = new Map<string, PolicyDecision>();
    const decisions: PolicyDecision[] = [];
    for (const [index, request] of requests.entries()) {
      if (index > 0 && index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
      decisions.push(await this.unrecorded(request, known));
    }
    return decisions;
  }

  private async unrecorded(request: PolicyRequest, known: Map<string, PolicyDecision>): Promise<PolicyDecision> {
    if (request.isBreakGlass) return outside(request);
    const set = await this.currentSets.of(request.organizationId, request.epoch);
    if (!set.concerns(request.action, request.resource.type)) return byRoles(request);
    const alike = JSON.stringify(set.namesResources ? request : { ...request, resource: { ...request.resource, id: null } });
    const decision = known.get(alike) ?? set.decide(request);
    // An error may name the thing.
    if (decision.reason !== 'pdp_error') known.set(alike, decision);
    return decision;
  }

  /** Whether a policy in force names a workspace or a data source by its id, so that equal labels do not mean equal decisions. */
  async namesResources(organizationId: number, epoch: number): Promise<boolean> {
    return (await this.currentSets.of(organizationId, epoch)).namesResources;
  }

  /** Whether neither policies nor their record need to know the person: no policy can change what the roles say of the act. */
  async isUpToRoles(act: Act, isRecorded: boolean): Promise<boolean> {
    const set = await this.currentSets.of(act.organizationId, act.epoch);
    if (!act.allowedByRoles && !set.permits) return true;
    return !set.concerns(act.action, act.resource.type) && !(isRecorded && this.recordDecision.isDue(act));
  }
}

function outside({ allowedByRoles }: PolicyRequest): PolicyDecision {
  return { isAllowed: allowedByRoles, reason: 'break_glass', policies: [], errors: [] };
}

/** As Cedar decides where no policy applies. */
function byRoles({ allowedByRoles }: PolicyRequest): PolicyDecision {
  return { isAllowed: allowedByRoles, reason: 'roles', policies: [], errors: [] };
}
