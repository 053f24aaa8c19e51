import { type EntityJson, isAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import type { DecisionPoint } from '../../src/abac/application/ports/decision-point.js';
import type { Entity, Evaluation } from '../../src/abac/domain/authzen.js';

type Properties = Readonly<Record<string, unknown>>;

/** People and things of the certification scenario of AuthZEN 1.0, and of its interoperability scenario about todos. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, Properties>>>> = {
  user: { alice: {}, bob: { role: 'admin' } },
  record: { 'record-1': { status: 'active' }, 'record-2': { status: 'archived' } },
};

/** Identity numbers of the todo scenario differ in one letter. */
const subjectOf = (letter: string): string => `CiRmZD${letter}2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs`;

export const CAST = {
  rick: { id: subjectOf('A'), email: 'rick@the-citadel.com', roles: ['admin', 'evil_genius'], todo: 2 },
  morty: { id: subjectOf('E'), email: 'morty@the-citadel.com', roles: ['editor'], todo: 1 },
  summer: { id: subjectOf('I'), email: 'summer@the-smiths.com', roles: ['editor'], todo: 3 },
  beth: { id: subjectOf('M'), email: 'beth@the-smiths.com', roles: ['viewer'], todo: 4 },
  jerry: { id: subjectOf('Q'), email: 'jerry@the-smiths.com', roles: ['viewer'], todo: 5 },
} as const;

const POLICIES = `
permit(principal, action == Action::"read", resource is record);
permit(principal == user::"alice", action == Action::"write", resource is record)
  unless { resource has status && resource.status == "archived" };
permit(principal, action == Action::"write", resource is record)
  when { principal has role && principal.role == "admin" && resource has status && resource.status == "archived" };
permit(principal == user::"alice", action == Action::"delete", resource is record)
  when { context.action has soft && context.action.soft == true };
permit(principal, action in [Action::"can_read_user", Action::"can_read_todos"], resource);
permit(principal, action == Action::"can_create_todo", resource)
  when { principal has roles && principal.roles.containsAny(["admin", "editor"]) };
permit(principal, action in [Action::"can_update_todo", Action::"can_delete_todo"], resource)
  when { principal has roles && principal.roles.contains("evil_genius") };
permit(principal, action in [Action::"can_update_todo", Action::"can_delete_todo"], resource)
  when { principal has roles && principal.roles.contains("editor") && principal.email == resource.ownerID };
permit(principal, action == Action::"can_delete_todo", resource)
  when { principal has roles && principal.roles.contains("admin") };
`;

function propertiesOf({ type, id, properties }: Entity): Properties {
  const person = Object.values(CAST).find((one) => one.id === id);
  const known = KNOWN[type]?.[id] ?? (person === undefined ? {} : { email: person.email, roles: [...person.roles] });
  return { ...known, ...properties };
}

function decided({ subject, action, resource }: Evaluation): boolean {
  const entityOf = (entity: Entity): EntityJson => ({
    uid: { type: entity.type, id: entity.id },
    attrs: propertiesOf(entity) as EntityJson['attrs'],
    parents: [],
  });
  const answer = isAuthorized({
    principal: { type: subject.type, id: subject.id },
    action: { type: 'Action', id: action.name },
    resource: { type: resource.type, id: resource.id },
    context: { action: action.properties } as Parameters<typeof isAuthorized>[0]['context'],
    policies: { staticPolicies: POLICIES },
    entities:
      subject.type === resource.type && subject.id === resource.id
        ? [entityOf(subject)]
        : [entityOf(subject), entityOf(resource)],
  });
  return answer.type === 'success' && answer.response.decision === 'allow';
}

/** A decision point that knows these scenarios and nothing else: Cedar without a schema. */
export const SCENARIO: Pick<DecisionPoint, 'decide' | 'subjects' | 'resources' | 'actionsOn'> = {
  decide: (_, evaluations) => Promise.resolve(evaluations.map(decided)),
  subjects: ({ type, after, most }) => Promise.resolve(idsAfter(type, after, most)),
  resources: ({ type, after, most }) => Promise.resolve(idsAfter(type, after, most)),
  actionsOn: (type) => (type === 'record' ? ['read', 'write', 'delete'] : []),
};

function idsAfter(type: string, after: string | null, most: number): readonly string[] {
  const ids = Object.keys(KNOWN[type] ?? {});
  return ids.slice(after === null ? 0 : ids.indexOf(after) + 1).slice(0, most);
}
