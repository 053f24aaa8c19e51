import type { Permission } from '../../shared/permission.js';
import type { Sentence } from '../../shared/sentence.js';
import type { ActionSet } from './cedar-schema.js';

/** What a form can ask of a person, their session and what they act on. Each can be in a list once; attributes once for each name. */
export const CONDITION_KINDS = [
  ...['people', 'roles', 'groups', 'attribute', 'department', 'title', 'division', 'costCenter', 'employer', 'userType', 'access_key'],
  ...['networks', 'countries'],
  ...['second_factor', 'phishing_resistant', 'single_sign_on', 'trusted_device', 'recent_proof', 'hours'],
  ...['labels', 'unlabelled', 'workspaces', 'data_sources'],
] as const;

export type ConditionKind = (typeof CONDITION_KINDS)[number];

/** What is true or not. */
export const WITHOUT_VALUES: readonly ConditionKind[] = [
  'access_key',
  'second_factor',
  'phishing_resistant',
  'single_sign_on',
  'trusted_device',
  'unlabelled',
];

export interface FormCondition {
  readonly kind: ConditionKind;
  /** Of `attribute`: what administrators call it. */
  readonly name: string | null;
  /** What the kind compares with: names, ids or networks, the minutes of a proof, or two times of day in UTC. Kinds without values have none. */
  readonly values: readonly string[];
}

export interface FormConditions {
  /** `all`, if there are fewer than two. */
  readonly join: 'all' | 'any';
  readonly conditions: readonly FormCondition[];
}

export const FORM_RESOURCES = ['everything', 'workspaces', 'data_sources'] as const;

/** An access policy as people fill it in. */
export interface PolicyForm {
  readonly effect: 'permit' | 'forbid';
  /** Permissions and sets of them; empty: every action. */
  readonly actions: readonly (Permission | ActionSet)[];
  readonly on: (typeof FORM_RESOURCES)[number];
  readonly when: FormConditions;
  readonly unless: FormConditions;
}

/** How a policy is shown in a form, or why it cannot be. */
export type ShownForm = { readonly form: PolicyForm; readonly reason: null } | { readonly form: null; readonly reason: Sentence };

export const NOT_THE_SAME = 'The form would not write exactly this policy, so it stays a text.';

const RESOURCES = { everything: 'resource', workspaces: 'resource is Workspace', data_sources: 'resource is DataSource' } as const;
export const JOINS = { all: '&&', any: '||' } as const;

/** A part of a condition, and the operator that joins its own parts. */
interface Term {
  readonly text: string;
  readonly operator: '&&' | '||' | null;
}

/**
 * The policy of a form in the language of Cedar. Pages use it too: it needs nothing of the service.
 * @param none stands where no action is named; a page passes what Cedar refuses while a person still chooses actions
 */
export function policyText({ effect, actions, on, when, unless }: PolicyForm, none: 'action' | 'action in []' = 'action'): string {
  const clauses = [clause('when', when), clause('unless', unless)].join('');
  return `${effect} (principal, ${actions.length === 0 ? none : actionText(actions)}, ${RESOURCES[on]})${clauses};`;
}

export function conditionsText({ join, conditions }: FormConditions): string {
  const operator = JOINS[join];
  const terms = conditions.map(termOf);
  const isAlone = terms.length === 1;
  return terms
    .map((term) => (isAlone || term.operator === null || term.operator === operator ? term.text : `(${term.text})`))
    .join(` ${operator} `);
}

function clause(word: 'when' | 'unless', of: FormConditions): string {
  return of.conditions.length === 0 ? '' : `\n${word} { ${conditionsText(of)} }`;
}

function actionText(actions: readonly string[]): string {
  const [first = '', ...more] = actions;
  // A set has dots in none of its names.
  if (more.length === 0) return `action ${first.includes('.') ? '==' : 'in'} ${entity('Action', first)}`;
  return `action in ${list(actions.map((name) => entity('Action', name)))}`;
}

function termOf({ kind, name, values }: FormCondition): Term {
  switch (kind) {
    case 'people':
      return plain(entitiesText('principal', 'User', values));
    case 'roles':
    case 'groups':
      return plain(containsText(`principal.${kind}`, values));
    case 'attribute':
      return both(`principal.hasTag(${quoted(name ?? '')})`, containsText(`principal.getTag(${quoted(name ?? '')})`, values));
    case 'access_key':
      return plain('context.accessKey');
    case 'networks':
      return {
        text: values.map((range) => `context.network.isInRange(ip(${quoted(range)}))`).join(' || '),
        operator: values.length > 1 ? '||' : null,
      };
    case 'countries':
      return optional('context', 'country', values);
    case 'second_factor':
      return plain('context.acr == "aal2"');
    case 'phishing_resistant':
      return plain('context.amr.contains("hwk")');
    case 'single_sign_on':
      return plain('context.amr.contains("sso")');
    case 'trusted_device':
      return plain('context.deviceTrusted');
    case 'recent_proof':
      return plain(`context.proofAgeSeconds < ${Number(values[0]) * 60}`);
    case 'hours':
      return hoursTerm(values);
    case 'labels':
      return plain(containsText('resource.labels', values));
    case 'unlabelled':
      return plain('resource.labels.isEmpty()');
    case 'workspaces':
      return plain(
        `resource in ${values.length === 1 ? values.map((id) => entity('Workspace', id)).join() : list(values.map((id) => entity('Workspace', id)))}`,
      );
    case 'data_sources':
      return plain(entitiesText('resource', 'DataSource', values));
    default:
      return optional('principal', kind, values);
  }
}

const plain = (text: string): Term => ({ text, operator: null });

const both = (one: string, other: string): Term => ({ text: `${one} && ${other}`, operator: '&&' });

/** A policy has to ask whether the attribute is there. */
function optional(of: 'principal' | 'context', attribute: string, values: readonly string[]): Term {
  const read = `${of}.${attribute}`;
  const [first = ''] = values;
  return both(
    `${of} has ${attribute}`,
    values.length === 1 ? `${read} == ${quoted(first)}` : `${list(values.map(quoted))}.contains(${read})`,
  );
}

function entitiesText(read: string, type: string, ids: readonly string[]): string {
  const [first = ''] = ids;
  return ids.length === 1 ? `${read} == ${entity(type, first)}` : `${read} in ${list(ids.map((id) => entity(type, id)))}`;
}

function containsText(read: string, values: readonly string[]): string {
  const [first = ''] = values;
  return values.length === 1 ? `${read}.contains(${quoted(first)})` : `${read}.containsAny(${list(values.map(quoted))})`;
}

/** Hours after which a day ends are those of a night. */
function hoursTerm([from = '', until = '']: readonly string[]): Term {
  const read = 'context.now.toTime()';
  const operator = from < until ? '&&' : '||';
  return { text: `${read} >= ${durationText(from)} ${operator} ${read} < ${durationText(until)}`, operator };
}

/** `07:30` as Cedar counts from midnight. */
function durationText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `duration("${minutes === 0 ? `${hours}h` : `${hours}h${minutes}m`}")`;
}

function entity(type: string, id: string): string {
  return `${type}::${quoted(id)}`;
}

const list = (items: readonly string[]): string => `[${items.join(', ')}]`;

/** Invisible characters are written by their number. */
export function quoted(text: string): string {
  const written = text.replace(/["\\]|\p{Cc}/gu, (found) =>
    found === '"' || found === '\\' ? `\\${found}` : `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return `"${written}"`;
}
