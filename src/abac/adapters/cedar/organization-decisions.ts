import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AUTHENTICATION_METHODS, type AuthenticationMethod } from '../../../shared/caller.js';
import { PERMISSIONS, type Permission, covers } from '../../../shared/permission.js';
import { Clock } from '../../../shared/ports/clock.js';
import { Decide } from '../../application/decide.js';
import { DecisionFacts, type MemberFacts, type ThingFacts } from '../../application/ports/decision-facts.js';
import { type CandidatePage, DecisionPoint } from '../../application/ports/decision-point.js';
import type { RequestContext } from '../../domain/attributes.js';
import type { Entity, Evaluation } from '../../domain/authzen.js';
import { actsOn } from '../../domain/cedar-schema.js';
import { NEVER_SECONDS } from '../../domain/request-contexts.js';
import type { PolicyRequest, Resource } from '../../domain/policy-request.js';

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

  async decide(organizationId: number, evaluations: readonly Evaluation[]): Promise<readonly boolean[]> {
    if (evaluations.length === 0) return [];
    const userIds = idsOf(
      evaluations.map(({ subject }) => subject),
      'user',
    );
    const resources = evaluations.map(({ resource }) => resource);
    const wanted = { workspaceIds: idsOf(resources, 'workspace'), dataSourceIds: idsOf(resources, 'data_source') };
    const epoch = await this.facts.epochOf(organizationId);
    const members = new Map(
      (await this.facts.members(organizationId, userIds)).map((member) => [member.principal.userId, member]),
    );
    const things = await this.facts.things(organizationId, wanted, userIds);
    const requests = evaluations.map((evaluation) => {
      const member = evaluation.subject.type === 'user' ? members.get(Number(evaluation.subject.id)) : undefined;
      return member && this.requestOf({ organizationId, epoch: epoch ?? 0, evaluation, member, things });
    });
    const open = requests.filter((request) => request !== undefined);
    const decided =
      epoch === null
        ? open.map(({ allowedByRoles }) => allowedByRoles)
        : (await this.decideRequests.decideAll(open)).map(({ isAllowed }) => isAllowed);
    return requests.map((request) => request !== undefined && decided[open.indexOf(request)] === true);
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
    return (Object.keys(PERMISSIONS) as Permission[]).filter(
      (permission) => wanted !== null && actsOn(permission).includes(wanted),
    );
  }

  private async candidates(
    kind: 'user' | 'workspace' | 'data_source',
    { organizationId, after, most }: CandidatePage,
  ): Promise<readonly string[]> {
    const ids = await this.facts.candidates(kind, { organizationId, after: Number(after ?? 0), most });
    return ids.map(String);
  }

  /** `undefined` for an action that is none, and for a thing that the organization does not have. */
  private requestOf(asked: {
    organizationId: number;
    epoch: number;
    evaluation: Evaluation;
    member: MemberFacts;
    things: readonly ThingFacts[];
  }): PolicyRequest | undefined {
    const { organizationId, epoch, evaluation, member, things } = asked;
    const { action, resource: wanted, context } = evaluation;
    const resource = resourceOf(organizationId, wanted, things);
    if (!this.actionsOn(wanted.type).includes(action.name) || resource === null) return undefined;
    const permission = action.name as Permission;
    const { principal, isBreakGlass } = member;
    const held = resource.type === 'Organization' ? undefined : heldIn(resource, things, principal.userId);
    const { attributes } = principal;
    const roles = [...new Set([...attributes.roles, ...(held === undefined ? [] : [held.role])])];
    return {
      ...{ organizationId, epoch, isBreakGlass, resource },
      allowedByRoles: covers([...member.permissions, ...(held?.permissions ?? [])], [permission]),
      principal: { ...principal, attributes: { ...attributes, roles } },
      action: permission,
      context: this.contextOf(context),
    };
  }

  /** What the asker does not say is as if there were no proof: policies that ask for one refuse. */
  private contextOf(given: Readonly<Record<string, unknown>>): RequestContext {
    const { amr, proof_age_seconds: age, connection_id: connection, ip, country, time } = given;
    const methods = Array.isArray(amr) ? amr.filter(isMethod) : [];
    return {
      amr: methods,
      acr: given['acr'] === 'aal2' ? 'aal2' : 'aal1',
      proofAgeSeconds: Number.isSafeInteger(age) && Number(age) >= 0 ? Number(age) : NEVER_SECONDS,
      deviceTrusted: given['device_trusted'] === true,
      accessKey: given['access_key'] === true,
      ...(Number.isSafeInteger(connection) && { connectionId: Number(connection) }),
      network: typeof ip === 'string' && isIP(ip) !== 0 ? ip : '0.0.0.0',
      now: momentOf(time) ?? this.clock.now(),
      ...(typeof country === 'string' && /^[A-Z][A-Z0-9]$/.test(country) && { country }),
    };
  }
}

/** Cedar knows the years that have four digits. */
function momentOf(time: unknown): Date | null {
  const moment = new Date(typeof time === 'string' ? time : Number.NaN);
  const year = moment.getUTCFullYear();
  return year >= 0 && year <= 9999 ? moment : null;
}

function isMethod(value: unknown): value is AuthenticationMethod {
  return (AUTHENTICATION_METHODS as readonly unknown[]).includes(value);
}

/** Of the entities that are of this type and look like ours. */
function idsOf(entities: readonly Entity[], type: string): number[] {
  const ids = entities.filter((entity) => entity.type === type && /^[1-9]\d{0,8}$/.test(entity.id));
  return [...new Set(ids.map(({ id }) => Number(id)))];
}

function resourceOf(organizationId: number, { type, id }: Entity, things: readonly ThingFacts[]): Resource | null {
  if (type === 'organization') return id === String(organizationId) ? { type: 'Organization' } : null;
  const found = things.find((thing) => thing.type === TYPES[type as keyof typeof TYPES] && String(thing.id) === id);
  return found === undefined ? null : { type: found.type, id: found.id, labels: found.labels };
}

function heldIn(
  { type, id }: Exclude<Resource, { type: 'Organization' }>,
  things: readonly ThingFacts[],
  userId: number,
) {
  const thing = things.find((one) => one.type === type && one.id === id);
  return thing?.held.find((held) => held.userId === userId);
}
