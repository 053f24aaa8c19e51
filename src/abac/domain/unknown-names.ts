import { AUTHENTICATION_METHODS } from '../../shared/caller.js';
import { nearest } from '../../shared/nearest.js';
import { type Sentence, say } from '../../shared/sentence.js';
import type { Literal } from './data-policy.js';
import { isGoneName } from './gone-name.js';
import type { NamedThing } from './named-things.js';
import { type PolicyProblem, problemAt } from './policy-problem.js';

/** What an organization has that policies can name: names, or ids of what they name by its id. */
export interface KnownNames {
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly labels: readonly string[];
  /** Attributes of members: their names, and every value that somebody has. */
  readonly own: Readonly<Record<string, readonly Literal[]>>;
  readonly users: readonly string[];
  readonly workspaces: readonly string[];
  readonly dataSources: readonly string[];
  readonly connections: readonly string[];
}

/** What a literal can stand for. */
export const NAMED_KINDS = [
  ...['role', 'group', 'label', 'tag', 'member', 'workspace', 'data_source', 'connection'],
  ...['attribute', 'value', 'login_method', 'assurance_level', 'country'],
] as const;
type NamedKind = (typeof NAMED_KINDS)[number];

/** A name in a policy that the organization does not have. */
export interface UnknownName {
  readonly kind: NamedKind;
  readonly name: string;
  /** Whether it stood for something that was deleted since. */
  readonly isGone: boolean;
  readonly message: Sentence;
  /** What to do next; `null` if no name is similar. */
  readonly hint: Sentence | null;
}

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Kinds of literals, and which there are. */
const KINDS: Readonly<
  Record<string, readonly [Exclude<NamedKind, 'tag' | 'country' | 'value'>, (known: KnownNames) => readonly string[]]>
> = {
  'principal.roles': ['role', ({ roles }) => roles],
  'principal.groups': ['group', ({ groups }) => groups],
  'resource.labels': ['label', ({ labels }) => labels],
  own: ['attribute', ({ own }) => Object.keys(own)],
  User: ['member', ({ users }) => users],
  Workspace: ['workspace', ({ workspaces }) => workspaces],
  DataSource: ['data_source', ({ dataSources }) => dataSources],
  'context.connectionId': ['connection', ({ connections }) => connections],
  'context.amr': ['login_method', () => AUTHENTICATION_METHODS],
  'context.acr': ['assurance_level', () => ['aal1', 'aal2']],
};

/** That there is none of the name. */
const NONE_OF = {
  role: 'There is no role "{name}", so this never applies.',
  group: 'There is no group "{name}", so this never applies.',
  label: 'There is no label "{name}", so this never applies.',
  attribute: 'There is no attribute of members "{name}", so this never applies.',
  member: 'There is no member with the id "{name}", so this never applies.',
  workspace: 'There is no workspace with the id "{name}", so this never applies.',
  data_source: 'There is no data source with the id "{name}", so this never applies.',
  connection: 'There is no connection with the id "{name}", so this never applies.',
  login_method: 'There is no way to log in "{name}", so this never applies.',
  assurance_level: 'There is no assurance level "{name}", so this never applies.',
} as const;

/** That it was deleted, and what to do. */
const GONE = {
  role: ['The role "{name}" was deleted.', 'Name another role.'],
  group: ['The group "{name}" was deleted.', 'Name another group.'],
} as const;

/** Literals that name nothing that exists, each once. */
export function unknownAmong(things: readonly NamedThing[], known: KnownNames): readonly UnknownName[] {
  const found = new Map<string, UnknownName>();
  for (const { of, value } of things) {
    const unknown = unknownOne(of, String(value), known);
    if (unknown !== null) found.set(`${of} ${unknown.name}`, unknown);
  }
  return [...found.values()];
}

function unknownOne(of: string, name: string, known: KnownNames): UnknownName | null {
  if (of === 'context.country') {
    if (/^[A-Z]{2}$/.test(name) && REGIONS.of(name) !== undefined) return null;
    const message = say('"{name}" is not a country code.', { name });
    return { kind: 'country', name, isGone: false, message, hint: 'Write two capital letters, such as "DE".' };
  }
  if (of.startsWith('own.')) {
    const values = (known.own[of.slice('own.'.length)] ?? []).map(String);
    if (values.includes(name)) return null;
    const message = say('There is no value of {attribute} "{name}", so this never applies.', { attribute: of, name });
    return { kind: 'value', name, isGone: false, message, hint: nearestIn(name, values) };
  }
  const [kind, names] = KINDS[of] ?? [];
  if (kind === undefined || names === undefined) return null;
  const all = names(known);
  if (all.includes(name)) return null;
  if ((kind === 'group' || kind === 'role') && isGoneName(name)) {
    const [message, hint] = GONE[kind];
    return { kind, name, isGone: true, message: say(message, { name }), hint };
  }
  return { kind, name, isGone: false, message: say(NONE_OF[kind], { name }), hint: nearestIn(name, all) };
}

/** At its place in the text. */
export function problemOf(text: string, { name, message, hint }: UnknownName): PolicyProblem {
  const written = `"${name}"`;
  const index = text.indexOf(written);
  if (index < 0) return problemAt(text, message, hint);
  const start = Buffer.byteLength(text.slice(0, index));
  return problemAt(text, message, hint, start, start + Buffer.byteLength(written));
}

/** @returns what may be meant, as a question; `null` if no name is similar */
export function nearestIn(name: string, names: readonly string[]): Sentence | null {
  const byKey = new Map(names.map((one) => [one.toLowerCase(), one]));
  const key = name.toLowerCase();
  const found = byKey.get(key) ?? byKey.get(nearest(key, byKey.keys()) ?? '');
  return found === undefined ? null : say('Did you mean "{name}"?', { name: found });
}
