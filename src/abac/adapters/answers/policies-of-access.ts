import { Injectable } from '@nestjs/common';
import { AccessPolicies, type PolicyAnswer, type PolicyQuestion } from '../../../organizations/application/ports/access-policies.js';
import type { Caller } from '../../../shared/caller.js';
import type { Place } from '../../../shared/ports/access-control.js';
import { Clock } from '../../../shared/ports/clock.js';
import type { Proof } from '../../../shared/proof.js';
import type { Reach, ReachOfWorkspaces } from '../../../shared/reach.js';
import { Decide } from '../../application/decide.js';
import type { Act } from '../../application/record-decision.js';
import { type Facts, PolicyFacts } from '../../application/ports/policy-facts.js';
import { actsOn } from '../../domain/cedar-schema.js';
import type { PolicyDecision, PolicyRequest, Resource } from '../../domain/policy-request.js';
import { betterContexts } from '../../domain/better-contexts.js';
import { contextOf } from './session-context.js';

/** What was read for a request answers its further questions. A request that lasts, such as a stream, reads again. */
const KEPT_MS = 2_000;

interface Kept {
  readonly place: Place;
  readonly epoch: number;
  readonly readAt: number;
  readonly facts: Facts;
}

/** Turns questions about a caller and a place into requests of the engine. */
@Injectable()
export class PoliciesOfAccess extends AccessPolicies {
  /** Keyed by the caller, which is a new object for each request. */
  private readonly kept = new WeakMap<Caller, Kept[]>();

  constructor(
    private readonly decideRequest: Decide,
    private readonly facts: PolicyFacts,
    private readonly clock: Clock,
  ) {
    super();
  }

  async decide(question: PolicyQuestion): Promise<PolicyAnswer> {
    const place = judgedPlace(question);
    if (await this.decideRequest.isUpToRoles(actOf(question, thingAt(place)), true)) return upToRoles(question);
    const [facts] = await this.factsAt(question.caller, [{ ...question, place }]);
    if (facts === undefined) return FAILED;
    const resource = resourceOf(place, facts);
    if (resource === null) return FAILED;
    return answerOf(await this.decideRequest.execute(this.requestOf(question, facts, resource)));
  }

  async missingProofs(question: PolicyQuestion): Promise<readonly Proof[]> {
    const place = judgedPlace(question);
    const [facts] = await this.factsAt(question.caller, [{ ...question, place }]);
    const resource = facts && resourceOf(place, facts);
    if (facts === undefined || !resource) return [];
    const request = this.requestOf(question, facts, resource);
    const better = betterContexts(request.context, await this.facts.connections(place.organizationId));
    const decisions = await this.decideRequest.decideAll(better.map(({ context }) => ({ ...request, context })));
    return better.find((_, index) => decisions[index]?.isAllowed === true)?.proofs ?? [];
  }

  async decideEach(questions: readonly PolicyQuestion[]): Promise<readonly PolicyAnswer[]> {
    const open: PolicyQuestion[] = [];
    for (const question of questions) {
      const act = actOf(question, { type: 'Organization' });
      if (!(await this.decideRequest.isUpToRoles(act, false))) open.push(question);
    }
    const [first] = open;
    const facts = first === undefined ? [] : await this.factsAt(first.caller, open);
    const requests = open.flatMap((question) => {
      const found = facts.find(({ organizationId }) => organizationId === question.place.organizationId);
      return found === undefined ? [] : [this.requestOf(question, found, { type: 'Organization' })];
    });
    const decided = await this.decideRequest.decideAll(requests);
    return questions.map((question) => {
      if (!open.includes(question)) return upToRoles(question);
      const at = requests.findIndex(({ organizationId }) => organizationId === question.place.organizationId);
      const decision = decided[at];
      return decision === undefined ? FAILED : answerOf(decision);
    });
  }

  async refused(question: PolicyQuestion, reach: Reach | ReachOfWorkspaces): Promise<readonly number[]> {
    const { caller, place, epoch } = question;
    const { organizationId } = place;
    const type = reach.kind === 'workspace' ? 'Workspace' : 'DataSource';
    if (question.isAllowedByRoles && (await this.decideRequest.isUpToRoles(actOf(question, { type }), false))) return [];
    const [facts] = await this.factsAt(caller, [question]);
    const alike = await this.facts.alike(organizationId, caller.userId, reach);
    const isNamed = await this.decideRequest.namesResources(organizationId, epoch);
    const groups = isNamed ? alike.flatMap((group) => group.ids.map((id) => ({ ...group, ids: [id] }))) : alike;
    if (facts === undefined) return groups.flatMap(({ ids }) => ids);
    const requests = groups.flatMap(({ labels, role, workspaceId, ids: [id] }) =>
      id === undefined ? [] : [this.requestOf(question, withRole(facts, role), { type, id, labels, workspaceId })],
    );
    const decisions = await this.decideRequest.decideAll(requests);
    return groups.flatMap(({ ids }, index) => (decisions[index]?.isAllowed === true ? [] : ids));
  }

  /** @returns the facts of each question that the database knows of, in one statement at most */
  private async factsAt(caller: Caller, questions: readonly PolicyQuestion[]): Promise<readonly Facts[]> {
    const now = this.clock.now().getTime();
    const kept = (this.kept.get(caller) ?? []).filter(({ readAt }) => now - readAt < KEPT_MS);
    const found = questions.map((question) => kept.find((one) => isFor(one, question))?.facts);
    const missing = questions.filter((_, index) => found[index] === undefined);
    const [first] = missing;
    if (first === undefined) return found.filter((facts) => facts !== undefined);
    const { workspaceId = null, dataSourceId = null } = first.place;
    const organizationIds = missing.map(({ place }) => place.organizationId);
    const { userId, deviceId } = caller;
    const read = await this.facts.of({ userId, deviceId, organizationIds, workspaceId, dataSourceId });
    for (const facts of read) {
      const asked = missing.find(({ place }) => place.organizationId === facts.organizationId);
      if (asked !== undefined) kept.push({ place: asked.place, epoch: asked.epoch, readAt: now, facts });
    }
    this.kept.set(caller, kept);
    return [...found.filter((facts) => facts !== undefined), ...read];
  }

  private requestOf(question: PolicyQuestion, facts: Facts, resource: Resource): PolicyRequest {
    const { caller, permission, place, epoch, isAllowedByRoles } = question;
    return {
      organizationId: place.organizationId,
      epoch,
      allowedByRoles: isAllowedByRoles,
      // A key is kept in a configuration file, so it is no way back in.
      isBreakGlass: facts.isBreakGlass && caller.key === undefined,
      principal: facts.principal,
      action: permission,
      resource,
      context: contextOf(caller, facts, this.clock.now()),
    };
  }
}

const FAILED: PolicyAnswer = { isAllowed: false, isOfRoles: false, isFailure: true, policies: [] };

function upToRoles({ isAllowedByRoles }: PolicyQuestion): PolicyAnswer {
  return { isAllowed: isAllowedByRoles, isOfRoles: true, isFailure: false, policies: [] };
}

function answerOf({ isAllowed, reason, policies }: PolicyDecision): PolicyAnswer {
  const isOfRoles = reason === 'roles' || reason === 'break_glass';
  return { isAllowed, isOfRoles, isFailure: reason === 'pdp_error', policies };
}

function actOf(
  { caller, permission: action, place, epoch, isAllowedByRoles: allowedByRoles }: PolicyQuestion,
  resource: Act['resource'],
): Act {
  return { organizationId: place.organizationId, epoch, allowedByRoles, action, userId: caller.userId, resource };
}

/** What the permission is about: the organization, unless it is about workspaces or data sources. */
function judgedPlace({ permission, place: { organizationId, workspaceId, dataSourceId } }: PolicyQuestion): Place {
  const types = actsOn(permission);
  if (workspaceId !== undefined && types.includes('Workspace')) return { organizationId, workspaceId };
  return dataSourceId !== undefined && types.includes('DataSource') ? { organizationId, dataSourceId } : { organizationId };
}

function thingAt({
  workspaceId,
  dataSourceId,
}: Place): Omit<Exclude<Resource, { type: 'Organization' }>, 'labels'> | { type: 'Organization' } {
  if (workspaceId !== undefined) return { type: 'Workspace', id: workspaceId };
  return dataSourceId === undefined ? { type: 'Organization' } : { type: 'DataSource', id: dataSourceId };
}

/** `null` for a workspace or data source that was deleted a moment ago. */
function resourceOf(place: Place, { labels, workspaceId }: Facts): Resource | null {
  const thing = thingAt(place);
  return 'id' in thing ? labels && { ...thing, labels, workspaceId } : thing;
}

/** What was read for a thing answers for the organization too, unless it was a workspace or in one, which has roles of its own. */
function isFor({ place: read, epoch, facts }: Kept, { place: asked, epoch: wanted }: PolicyQuestion): boolean {
  if (epoch !== wanted || read.organizationId !== asked.organizationId || read.workspaceId !== asked.workspaceId) return false;
  return asked.dataSourceId === undefined ? facts.workspaceId === null : asked.dataSourceId === read.dataSourceId;
}

function withRole(facts: Facts, role: string | null): Facts {
  if (role === null) return facts;
  const { principal } = facts;
  const roles = [...new Set([...principal.attributes.roles, role])];
  return { ...facts, principal: { ...principal, attributes: { ...principal.attributes, roles } } };
}
