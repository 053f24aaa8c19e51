import { AUTHENTICATION_METHODS } from '../../shared/caller.js';
import { nearest } from '../../shared/nearest.js';
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
  readonly message: string;
  /** What to do next; `null` if no name is similar. */
  readonly hint: string | null;
}

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Kinds of literals: how a person calls them, and which there are. */
const KINDS: Readonly<Record<string, readonly [NamedKind, string, (known: KnownNames) => readonly string[]]>> = {
  'principal.roles': ['role', 'role', ({ roles }) => roles],
  'principal.groups': ['group', 'group', ({ groups }) => groups],
  'resource.labels': ['label', 'label', ({ labels }) => labels],
  own: ['attribute', 'attribute of members', ({ own }) => Object.keys(own)],
  User: ['member', 'member with the id', ({ users }) => users],
  Workspace: ['workspace', 'workspace with the id', ({ workspaces }) => workspaces],
  DataSource: ['data_source', 'data source with the id', ({ dataSources }) => dataSources],
  'context.connectionId': ['connection', 'connection with the id', ({ connections }) => connections],
  'context.amr': ['login_method', 'way to log in', () => AUTHENTICATION_METHODS],
  'context.acr': ['assurance_level', 'assurance level', () => ['aal1', 'aal2']],
};

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
    const said = { message: `"${name}" is not a country code.`, hint: 'Write two capital letters, such as "DE".' };
    return { kind: 'country', name, isGone: false, ...said };
  }
  const values = of.startsWith('own.') ? (known.own[of.slice('own.'.length)]?.map(String) ?? null) : null;
  const [kind, word, names] = values === null ? (KINDS[of] ?? []) : (['value', `value of ${of}`, () => values] as const);
  if (kind === undefined || word === undefined || names === undefined) return null;
  const all = names(known);
  if (all.includes(name)) return null;
  if ((kind === 'group' || kind === 'role') && isGoneName(name)) {
    const said = { message: `The ${word} "${name}" was deleted.`, hint: `Name another ${word}.` };
    return { kind, name, isGone: true, ...said };
  }
  const message = `There is no ${word} "${name}", so this never applies.`;
  return { kind, name, isGone: false, message, hint: nearestIn(name, all) };
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
export function nearestIn(name: string, names: readonly string[]): string | null {
  const byKey = new Map(names.map((one) => [one.toLowerCase(), one]));
  const key = name.toLowerCase();
  const found = byKey.get(key) ?? byKey.get(nearest(key, byKey.keys()) ?? '');
  return found === undefined ? null : `Did you mean "${found}"?`;
}
