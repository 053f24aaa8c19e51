import { isDeepStrictEqual } from 'node:util';
import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { type Permission, isPermissionGrant } from '../../../shared/permission.js';
import { type Sentence, say } from '../../../shared/sentence.js';
import { ACTION_SETS, type ActionSet } from '../../domain/cedar-schema.js';
import {
  type ConditionKind,
  type FormCondition,
  type FormConditions,
  JOINS,
  NOT_THE_SAME,
  type PolicyForm,
  type ShownForm,
  WITHOUT_VALUES,
  policyText,
} from '../../domain/policy-form.js';
import { attributesIn, literalsIn, nodesOf } from '../../domain/policy-tree.js';
import { textOfClause } from './explain-decision.js';
import { levelled, termsOf } from './nesting.js';

type Tree = cedar.PolicyJson;
/** An expression of Cedar. */
type Node = unknown;

/** The parts of a policy, written alike for all texts that differ in their spelling alone. */
interface Parts {
  readonly effect: Tree['effect'];
  readonly actions: readonly string[];
  readonly on: PolicyForm['on'];
  readonly when: Terms;
  readonly unless: Terms;
}

interface Terms {
  readonly join: FormConditions['join'];
  readonly nodes: readonly Node[];
}

class NoField extends Error {
  constructor(readonly reason: Sentence) {
    super();
  }
}

const LONGEST_PART = 200;
const RESOURCES: Readonly<Record<string, PolicyForm['on']>> = { '': 'everything', Workspace: 'workspaces', DataSource: 'data_sources' };
const TEXT_OR_COMMENT = /"(?:[^"\\]|\\[\s\S])*"|\/\//g;
const ENTITIES: Readonly<Record<string, ConditionKind>> = { User: 'people', Workspace: 'workspaces', DataSource: 'data_sources' };
const READS: Readonly<Record<string, ConditionKind>> = {
  'principal.roles': 'roles',
  'principal.groups': 'groups',
  'principal.department': 'department',
  'principal.title': 'title',
  'principal.division': 'division',
  'principal.costCenter': 'costCenter',
  'principal.employer': 'employer',
  'principal.userType': 'userType',
  'context.accessKey': 'access_key',
  'context.network': 'networks',
  'context.country': 'countries',
  'context.acr': 'second_factor',
  'context.deviceTrusted': 'trusted_device',
  'context.proofAgeSeconds': 'recent_proof',
  'context.now': 'hours',
  'resource.labels': 'labels',
};
/** No field shows where such a value ends, or what is in it. */
const BLURRED = /^$|^\s|\s$|[\p{Cc}\u2028\u2029]/u;
const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const WHOLE_ABOVE_0 = /^[1-9]\d*$/;
const METHODS: Readonly<Record<string, ConditionKind>> = { hwk: 'phishing_resistant', sso: 'single_sign_on' };

/**
 * What a policy reads tells the kind of each condition, and its literals are the values. That is a guess: the form is shown only if it
 * writes the same policy again.
 * @param tree levelled, so that all of it can be read by recursion
 */
export function formOfPolicy(text: string, tree: Tree): ShownForm {
  const hasComment = [...text.matchAll(TEXT_OR_COMMENT)].some(([token]) => token === '//');
  if (hasComment || Object.keys(tree.annotations ?? {}).length > 0)
    return { form: null, reason: 'The form would lose the comments and annotations of this policy, so it stays a text.' };
  try {
    const parts = partsOf(tree);
    const { effect, on } = parts;
    const form = { effect, actions: actionsOf(parts), on, when: conditionsOf(parts.when), unless: conditionsOf(parts.unless) };
    const written = cedar.policyToJson(policyText(form));
    const again = written.type === 'success' ? levelled(written.json) : null;
    if (again !== null && isDeepStrictEqual(comparable(partsOf(again)), comparable(parts))) return { form, reason: null };
    return { form: null, reason: NOT_THE_SAME };
  } catch (error) {
    // Whether a policy is valid never depends on whether a form can show it.
    return { form: null, reason: error instanceof NoField ? error.reason : NOT_THE_SAME };
  }
}

function partsOf({ effect, principal, action, resource, conditions }: Tree): Parts {
  const bodies = (kind: cedar.Clause['kind']) => conditions.filter((one) => one.kind === kind).map(({ body }) => body);
  const [person, thing] = [headOf('principal', principal), headOf('resource', resource)];
  const on = RESOURCES[thing.type ?? ''];
  if (on === undefined || (person.type ?? 'User') !== 'User') throw new NoField(NOT_THE_SAME);
  const actions = action.op === 'All' ? [] : 'entities' in action ? action.entities : 'entity' in action ? [action.entity] : [];
  return {
    effect,
    actions: actions.map((one) => uidOf(one).id),
    on,
    when: termsIn([...person.nodes, ...thing.nodes, ...bodies('when')], 'all'),
    unless: termsIn(bodies('unless'), 'any'),
  };
}

/** What stands in the first brackets means the same in a condition. */
function headOf(
  variable: 'principal' | 'resource',
  head: Tree['principal'],
): { readonly type: string | null; readonly nodes: readonly Node[] } {
  if (head.op === 'All') return { type: null, nodes: [] };
  if (head.op === 'is') {
    const within = head.in === undefined || !('entity' in head.in) ? [] : [compared('in', variable, head.in.entity)];
    return { type: head.entity_type, nodes: within };
  }
  return 'entity' in head ? { type: null, nodes: [compared(head.op, variable, head.entity)] } : { type: '', nodes: [] };
}

function compared(operator: '==' | 'in', variable: 'principal' | 'resource', entity: cedar.EntityUidJson): Node {
  return { [operator]: { left: { Var: variable }, right: { Value: { __entity: uidOf(entity) } } } };
}

function uidOf(entity: cedar.EntityUidJson): { readonly type: string; readonly id: string } {
  return '__entity' in entity ? entity.__entity : entity;
}

/** @param several how more than one clause is joined */
function termsIn(bodies: readonly Node[], several: Terms['join']): Terms {
  const [only] = bodies;
  if (only === undefined) return { join: 'all', nodes: [] };
  const joins = bodies.length > 1 ? [several] : (['all', 'any'] as const);
  for (const join of joins) {
    const nodes = bodies.flatMap((body) => termsOf(body, JOINS[join]));
    if (nodes.length > 1) return { join, nodes };
  }
  return { join: 'all', nodes: [only] };
}

/** Two policies with the same value of it are the same. */
function comparable(parts: Parts): unknown {
  const shape = ({ join, nodes }: Terms): unknown => [join, nodes.map(inner)];
  const inner = (node: unknown): unknown => {
    const { join, nodes } = termsIn([node], 'all');
    return nodes.length > 1 ? [join, nodes.map(inner)] : node;
  };
  return { ...parts, when: shape(parts.when), unless: shape(parts.unless) };
}

function actionsOf({ actions }: Parts): PolicyForm['actions'] {
  return actions.map((name) => {
    if (isAction(name)) return name;
    throw new NoField(say('The form has no field for this part, so the policy stays a text: {part}', { part: `Action::"${name}"` }));
  });
}

function isAction(name: string): name is Permission | ActionSet {
  return (name !== '*' && isPermissionGrant(name)) || Object.hasOwn(ACTION_SETS, name);
}

function conditionsOf({ join, nodes }: Terms): FormConditions {
  const groups: { kind: ConditionKind; name: string | null; nodes: Node[] }[] = [];
  for (const node of nodes) {
    const { kind, name } = kindOf(node);
    const last = groups.at(-1);
    if (last?.kind === kind && last.name === name) last.nodes.push(node);
    else groups.push({ kind, name, nodes: [node] });
  }
  const conditions = groups.map((group): FormCondition => ({ kind: group.kind, name: group.name, values: valuesOf(group) }));
  if (!conditions.every(isShownExactly)) throw new NoField(NOT_THE_SAME);
  return { join: conditions.length < 2 ? 'all' : join, conditions };
}

/** Whether the fields of the form show what the policy says, and nothing else. */
function isShownExactly({ kind, name, values }: FormCondition): boolean {
  if (kind === 'hours') return values.length === 2 && values[0] !== values[1] && values.every((value) => TIME_OF_DAY.test(value));
  if (kind === 'recent_proof') return values.length === 1 && values.every((value) => WHOLE_ABOVE_0.test(value));
  return ![name ?? 'none', ...values].some((value) => BLURRED.test(value));
}

function kindOf(node: Node): Pick<FormCondition, 'kind' | 'name'> {
  const [read, more] = attributesIn({ conditions: node });
  const literals = literalsIn({ conditions: node });
  const [first] = literals;
  const path = read === undefined || more !== undefined ? '' : `${read.of}.${read.name}`;
  const [, name = null] = /^principal\.own\.(.+)$/s.exec(path) ?? [];
  if (name !== null) return { kind: 'attribute', name };
  const ofMethod = path === 'context.amr' ? METHODS[String(first)] : undefined;
  const ofEntity = read === undefined ? ENTITIES[entitiesIn(node)[0]?.type ?? ''] : undefined;
  const ofLabels = path === 'resource.labels' && first === undefined ? 'unlabelled' : undefined;
  const kind = ofMethod ?? ofEntity ?? ofLabels ?? READS[path];
  if (kind !== undefined) return { kind, name: null };
  const part = textOfClause({ kind: 'when', body: node as cedar.Expr }).slice(0, LONGEST_PART);
  throw new NoField(say('The form has no field for this part, so the policy stays a text: {part}', { part }));
}

function valuesOf({ kind, nodes }: { readonly kind: ConditionKind; readonly nodes: readonly Node[] }): string[] {
  if (WITHOUT_VALUES.includes(kind)) return [];
  if (Object.values(ENTITIES).includes(kind)) return nodes.flatMap(entitiesIn).map(({ id }) => id);
  const literals = literalsIn({ conditions: nodes });
  if (kind === 'recent_proof') return literals.map((seconds) => String(Number(seconds) / 60));
  if (kind === 'hours') return literals.map((duration) => timeOf(String(duration)));
  // The first literal is the name of the attribute; a value may be the same text.
  if (kind === 'attribute') return literalsIn({ conditions: nodes.flatMap(comparedIn) }).map(String);
  return literals.map(String);
}

/** What a list must contain. */
function comparedIn(node: Node): unknown[] {
  return [...nodesOf(node)].flatMap((one) => {
    const compared = (one['contains'] ?? one['containsAny']) as { readonly right: unknown } | undefined;
    return compared === undefined ? [] : [compared.right];
  });
}

function entitiesIn(node: Node): { readonly type: string; readonly id: string }[] {
  return [...nodesOf(node)].flatMap(({ __entity: entity }) => (entity === undefined ? [] : [entity as { type: string; id: string }]));
}

/** `7h30m` as a time of day. */
function timeOf(duration: string): string {
  const [, hours = '0', minutes = '0'] = /^(?:(\d+)h)?(?:(\d+)m)?$/.exec(duration) ?? [];
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}
