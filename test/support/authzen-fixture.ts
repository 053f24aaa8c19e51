import { type EntityJson, isAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import type { DecisionPoint } from '../../src/abac/application/ports/decision-point.js';
import type { Entity, Evaluation } from '../../src/abac/domain/authzen.js';

type Properties = Readonly<Record<string, unknown>>;

/** A world that OpenID AuthZEN publishes, with policies of ours that say what it says in words. */
interface Scenario {
  /** By type and id, what is known of them. */
  readonly known: Readonly<Record<string, Readonly<Record<string, Properties>>>>;
  readonly actions: Readonly<Record<string, readonly string[]>>;
  readonly policies: string;
}

const CERTIFICATION: Scenario = {
  known: {
    user: { alice: {}, bob: { role: 'admin' } },
    record: { 'record-1': { status: 'active' }, 'record-2': { status: 'archived' } },
  },
  actions: { record: ['read', 'write', 'delete'] },
  policies: `
permit(principal, action == Action::"read", resource is record);
permit(principal == user::"alice", action == Action::"write", resource is record)
  unless { resource has status && resource.status == "archived" };
permit(principal, action == Action::"write", resource is record)
  when { principal has role && principal.role == "admin" && resource has status && resource.status == "archived" };
permit(principal == user::"alice", action == Action::"delete", resource is record)
  when { context.action has soft && context.action.soft == true };`,
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

const people = Object.fromEntries(Object.values(CAST).map(({ id, email, roles }) => [id, { email, roles: [...roles] }]));

/** People are of type `user` to the application, and of type `identity` to the gateway in front of it. */
const TODOS: Scenario = {
  known: { user: people, identity: people },
  actions: {},
  policies: `
permit(principal is user, action in [Action::"can_read_user", Action::"can_read_todos"], resource);
permit(principal is user, action == Action::"can_create_todo", resource)
  when { principal has roles && principal.roles.containsAny(["admin", "editor"]) };
permit(principal is user, action in [Action::"can_update_todo", Action::"can_delete_todo"], resource)
  when { principal has roles && principal.roles.contains("evil_genius") };
permit(principal is user, action in [Action::"can_update_todo", Action::"can_delete_todo"], resource)
  when { principal has roles && principal.roles.contains("editor") && principal.email == resource.ownerID };
permit(principal is user, action == Action::"can_delete_todo", resource)
  when { principal has roles && principal.roles.contains("admin") };
permit(principal is identity, action == Action::"GET", resource == route::"/users/{userId}");
permit(principal is identity, action == Action::"GET", resource == route::"/todos");
permit(principal is identity, action == Action::"POST", resource == route::"/todos")
  when { principal has roles && principal.roles.containsAny(["admin", "editor"]) };
permit(principal is identity, action == Action::"PUT", resource == route::"/todos/{todoId}")
  when { principal has roles && principal.roles.containsAny(["evil_genius", "editor"]) };
permit(principal is identity, action == Action::"DELETE", resource == route::"/todos/{todoId}")
  when { principal has roles && principal.roles.containsAny(["admin", "editor"]) };`,
};

/** Who owns the records 101 to 120 of the search scenario, and to which department these belong. */
const RECORDS = [
  ...['alice Legal', 'bob Legal', 'carol Legal', 'dan Accounting', 'erin Legal', 'felix Accounting', 'alice Sales'],
  ...['bob Legal', 'carol Accounting', 'dan Sales', 'erin Accounting', 'felix Legal', 'alice Sales', 'bob Accounting'],
  ...['carol Finance', 'dan Legal', 'erin Legal', 'felix Accounting', 'alice Legal', 'bob Accounting'],
].map((text, index) => {
  const [owner = '', department = ''] = text.split(' ');
  return [String(101 + index), { owner, department }] as const;
});

const SEARCH: Scenario = {
  known: {
    user: {
      alice: { name: 'alice', role: 'manager', department: 'Sales' },
      bob: { name: 'bob', role: 'employee', department: 'Legal' },
      carol: { name: 'carol', role: 'contractor', department: 'Legal' },
      dan: { name: 'dan', role: 'manager', department: 'Finance' },
      erin: { name: 'erin', role: 'employee', department: 'Finance' },
      felix: { name: 'felix', role: 'contractor', department: 'Accounting' },
    },
    record: Object.fromEntries(RECORDS),
  },
  actions: { record: ['view', 'edit', 'delete'] },
  policies: `
permit(principal is user, action in [Action::"view", Action::"edit", Action::"delete"], resource is record)
  when { principal has name && resource has owner && principal.name == resource.owner };
permit(principal is user, action == Action::"view", resource is record)
  when { principal has department && resource has department && principal.department == resource.department };
permit(principal is user, action == Action::"view", resource is record)
  when { principal has role && principal.role == "manager" && resource has owner };
permit(principal is user, action == Action::"edit", resource is record)
  when { principal has role && principal.role == "manager" && resource has department && principal.department == resource.department };`,
};

function decidedIn({ known, policies }: Scenario, { subject, action, resource }: Evaluation): boolean {
  const entityOf = ({ type, id, properties }: Entity): EntityJson => ({
    uid: { type, id },
    attrs: { ...known[type]?.[id], ...properties } as EntityJson['attrs'],
    parents: [],
  });
  const isSelf = subject.type === resource.type && subject.id === resource.id;
  const answer = isAuthorized({
    principal: { type: subject.type, id: subject.id },
    action: { type: 'Action', id: action.name },
    resource: { type: resource.type, id: resource.id },
    context: { action: action.properties } as Parameters<typeof isAuthorized>[0]['context'],
    policies: { staticPolicies: policies },
    entities: isSelf ? [entityOf(subject)] : [entityOf(subject), entityOf(resource)],
  });
  return answer.type === 'success' && answer.response.decision === 'allow';
}

type Point = Pick<DecisionPoint, 'decide' | 'subjects' | 'resources' | 'actionsOn'>;

/** A decision point that knows the scenario and nothing else: Cedar without a schema. */
function pointOf(scenario: Scenario): Point {
  const page: Point['subjects'] = ({ type, after, most }) => {
    const ids = Object.keys(scenario.known[type] ?? {});
    return Promise.resolve(ids.slice(after === null ? 0 : ids.indexOf(after) + 1).slice(0, most));
  };
  return {
    decide: (_, evaluations) => Promise.resolve(evaluations.map((evaluation) => ({ isAllowed: decidedIn(scenario, evaluation) }))),
    subjects: page,
    resources: page,
    actionsOn: (type) => scenario.actions[type] ?? [],
  };
}

export const POINTS = {
  certification: pointOf(CERTIFICATION),
  todos: pointOf(TODOS),
  search: pointOf(SEARCH),
} as const;
