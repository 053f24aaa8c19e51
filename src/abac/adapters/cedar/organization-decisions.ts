import { Injectable } from '@nestjs/common';
import { AUTHENTICATION_METHODS, type AuthenticationMethod } from '../../../shared/caller.js';
import { ALL_PERMISSIONS, type Permission, type PermissionGrant, covers } from '../../../shared/permission.js';
import { grantsInWorkspace } from '../../../shared/workspace-grants.js';
import { Clock } from '../../../shared/ports/clock.js';
import { Decide } from '../../application/decide.js';
import { DecisionFacts, type MemberFacts, type ThingFacts } from '../../application/ports/decision-facts.js';
import { type CandidatePage, DecisionPoint } from '../../application/ports/decision-point.js';
import type { RequestContext } from '../../domain/attributes.js';
import type { Decision, Entity, Evaluation, EvaluationContext } from '../../domain/authzen.js';
import { actsOn } from '../../domain/cedar-schema.js';
import { NEVER_SECONDS } from '../../domain/request-contexts.js';
import type { PolicyDecision, PolicyRequest, Resource } from '../../domain/policy-request.js';
import { type Unknown, reasonsOf, reasonsOfUnknown } from './decision-reasons.js';

type Grants = readonly PermissionGrant[];

/** Types of AuthZEN, and those of Cedar. */
const TYPES = { organization: 'Organization', workspace: 'Workspace', data_source: 'DataSource' } as const;

/** Decides as the doors of the service do, by what the organization knows of people and things: claims of the asker count for the context alone. */
@Injectable()
export class OrganizationDecisions extends DecisionPoint {
  constructor(
    private readonly facts: DecisionFacts,
    private readonly decideRequests: Decide,
    private readonly clock: Clock,
  ) {
    super();
  }

  async decide(organizationId: number, evaluations: readonly Evaluation[]): Promise<readonly Decision[]> {
    if (evaluations.length === 0) return [];
    const userIds = idsOf(
      evaluations.map(({ subject }) => subject),
      'user',
    );
    const resources = evaluations.map(({ resource }) => resource);
    const wanted = { userIds, workspaceIds: idsOf(resources, 'workspace'), dataSourceIds: idsOf(resources, 'data_source') };
    const { epoch, things, ...found } = await this.facts.of(organizationId, wanted);
    const members = new Map(found.members.map((member) => [member.principal.userId, member]));
    const now = this.clock.now();
    const requests = evaluations.map((evaluation) => {
      const { type, id } = evaluation.subject;
      const member = type === 'user' && isOurs(id) ? members.get(Number(id)) : undefined;
      if (member === undefined) return 'subject';
      return this.requestOf({ organizationId, epoch: epoch ?? 0, evaluation, member, things, now });
    });
    const open = requests.filter((request) => typeof request !== 'string');
    const decided = [...(epoch === null ? open.map(byRoles) : await this.decideRequests.decideAll(open))];
    return requests.map((request, index): Decision => {
      if (typeof request === 'string') return { isAllowed: false, reasons: reasonsOfUnknown(request, evaluations[index]) };
      const decision = decided.shift() ?? { ...byRoles(request), isAllowed: false };
      return decision.isAllowed ? { isAllowed: true } : { isAllowed: false, reasons: reasonsOf(request, decision) };
    });
  }

  subjects(page: CandidatePage): Promise<readonly string[]> {
    return page.type === 'user' ? this.candidates('user', page) : Promise.resolve([]);
  }

  async resources(page: CandidatePage): Promise<readonly string[]> {
    if (page.type === 'organization') return page.after === null ? [String(page.organizationId)] : [];
    if (page.type !== 'workspace' && page.type !== 'data_source') return [];
    return this.candidates(page.type, page);
  }

  actionsOn(type: string): readonly string[] {
    const wanted = Object.hasOwn(TYPES, type) ? TYPES[type as keyof typeof TYPES] : null;
    return ALL_PERMISSIONS.filter((permission) => wanted !== null && actsOn(permission).includes(wanted));
  }

  private async candidates(
    kind: 'user' | 'workspace' | 'data_source',
    { organizationId, after, most }: CandidatePage,
  ): Promise<readonly string[]> {
    const ids = await this.facts.candidates(kind, { organizationId, after: Number(after ?? 0), most });
    return ids.map(String);
  }

  /** @returns the part that the organization does not have, if any */
  private requestOf(asked: {
    organizationId: number;
    epoch: number;
    evaluation: Evaluation;
    member: MemberFacts;
    things: readonly ThingFacts[];
    now: Date;
  }): PolicyRequest | Unknown {
    const { organizationId, epoch, evaluation, member, things, now } = asked;
    const { action, resource: wanted, context } = evaluation;
    const resource = resourceOf(organizationId, wanted, things);
    if (resource === null) return 'resource';
    if (!this.actionsOn(wanted.type).includes(action.name)) return 'action';
    const permission = action.name as Permission;
    const { principal, isBreakGlass } = member;
    const thing = things.find((one) => 'id' in resource && one.type === resource.type && one.id === resource.id);
    const held = thing?.held.find(({ userId }) => userId === principal.userId);
    const grants = grantsAt(member.permissions, thing?.isPublic ?? null, held?.permissions ?? null);
    if (grants === null) return 'hidden';
    const { attributes } = principal;
    const roles = [...new Set([...attributes.roles, ...(held === undefined ? [] : [held.role])])];
    return {
      organizationId,
      epoch,
      isBreakGlass,
      resource,
      allowedByRoles: covers(grants, [permission]),
      principal: { ...principal, attributes: { ...attributes, roles } },
      action: permission,
      context: contextOf(context, now),
    };
  }
}

/** What the caller leaves out counts as not proved, so policies that require a proof refuse. */
function contextOf(given: EvaluationContext, now: Date): RequestContext {
  const { connection_id: connectionId, country, time } = given;
  return {
    amr: (given.amr ?? []).filter(isMethod),
    acr: given.acr ?? 'aal1',
    proofAgeSeconds: given.proof_age_seconds ?? NEVER_SECONDS,
    deviceTrusted: given.device_trusted === true,
    accessKey: given.access_key === true,
    ...(connectionId !== undefined && { connectionId }),
    network: given.ip ?? '0.0.0.0',
    now: time === undefined ? now : new Date(time),
    ...(country !== undefined && { country }),
  };
}

/** For an organization without policies. */
function byRoles({ allowedByRoles }: PolicyRequest): PolicyDecision {
  return { isAllowed: allowedByRoles, reason: 'roles', policies: [], errors: [] };
}

function isMethod(value: string): value is AuthenticationMethod {
  return (AUTHENTICATION_METHODS as readonly string[]).includes(value);
}

function isOurs(id: string): boolean {
  return /^[1-9]\d{0,8}$/.test(id);
}

/** Covers entities of this type that look like ours. */
function idsOf(entities: readonly Entity[], type: string): number[] {
  const ids = entities.filter((entity) => entity.type === type && isOurs(entity.id));
  return [...new Set(ids.map(({ id }) => Number(id)))];
}

function resourceOf(organizationId: number, { type, id }: Entity, things: readonly ThingFacts[]): Resource | null {
  if (type === 'organization') return id === String(organizationId) ? { type: 'Organization' } : null;
  const found = things.find((thing) => thing.type === TYPES[type as keyof typeof TYPES] && String(thing.id) === id);
  return found === undefined ? null : { type: found.type, id: found.id, labels: found.labels, workspaceId: found.workspaceId };
}

function grantsAt(held: Grants, isPublic: boolean | null, permissions: Grants | null): Grants | null {
  return isPublic === null ? held : grantsInWorkspace(held, { isPublic, permissions });
}
