import { AUTHENTICATION_METHODS } from '../../shared/caller.js';
import { isGoneName } from './gone-name.js';
import type { NamedThing } from './named-things.js';
import { type PolicyProblem, problemAt } from './policy-problem.js';

/** What an organization has that policies can name: names, or ids of what they name by its id. */
export interface KnownNames {
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly labels: readonly string[];
  /** Of members: their names, and the values of each that somebody has. */
  readonly own: Readonly<Record<string, readonly string[]>>;
  readonly users: readonly string[];
  readonly workspaces: readonly string[];
  readonly dataSources: readonly string[];
  readonly connections: readonly string[];
}

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Kinds of literals: how a person calls them, and which there are. */
const KINDS: Readonly<Record<string, readonly [string, (known: KnownNames) => readonly string[]]>> = {
  'principal.roles': ['role', ({ roles }) => roles],
  'principal.groups': ['group', ({ groups }) => groups],
  'resource.labels': ['label', ({ labels }) => labels],
  own: ['attribute of members', ({ own }) => Object.keys(own)],
  User: ['member with the id', ({ users }) => users],
  Workspace: ['workspace with the id', ({ workspaces }) => workspaces],
  DataSource: ['data source with the id', ({ dataSources }) => dataSources],
  'context.connectionId': ['connection with the id', ({ connections }) => connections],
  'context.amr': ['way to log in', () => AUTHENTICATION_METHODS],
  'context.acr': ['assurance level', () => ['aal1', 'aal2']],
};

/** Literals that name nothing that there is, each once, at its place in the text. */
export function unknownNames(text: string, things: readonly NamedThing[], known: KnownNames): readonly PolicyProblem[] {
  const found = new Map<string, PolicyProblem>();
  for (const { of, value } of things) {
    const name = String(value);
    const message = messageFor(of, name, known);
    if (message !== null) found.set(`${of} ${name}`, at(text, name, message));
  }
  return [...found.values()];
}

function messageFor(of: string, name: string, known: KnownNames): readonly [string, string | null] | null {
  if (of === 'context.country') {
    const isCode = /^[A-Z]{2}$/.test(name) && REGIONS.of(name) !== undefined;
    return isCode ? null : [`"${name}" is no country code.`, 'Write two capital letters, such as "DE".'];
  }
  const values = of.startsWith('own.') ? (known.own[of.slice('own.'.length)] ?? null) : null;
  const [kind, names] = values === null ? (KINDS[of] ?? []) : ([`value of ${of}`, () => values] as const);
  if (kind === undefined || names === undefined) return null;
  const all = names(known);
  if (all.includes(name)) return null;
  if ((of === 'principal.groups' || of === 'principal.roles') && isGoneName(name))
    return [`The ${kind} "${name}" is deleted.`, `Write which ${kind} is meant now.`];
  const nearest = nearestTo(name, all);
  const hint = nearest === null ? null : `Did you mean "${nearest}"?`;
  return [`There is no ${kind} "${name}", so this meets nobody and nothing.`, hint];
}

function at(text: string, name: string, [message, hint]: readonly [string, string | null]): PolicyProblem {
  const written = `"${name}"`;
  const index = text.indexOf(written);
  if (index < 0) return problemAt(text, message, hint);
  const start = Buffer.byteLength(text.slice(0, index));
  return problemAt(text, message, hint, start, start + Buffer.byteLength(written));
}

/** `null` where none is like it: a third of its letters may differ. */
function nearestTo(name: string, names: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  const [best] = names
    .map((one) => ({ one, distance: distanceOf(wanted, one.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3)) ? best.one : null;
}

/** Letters that must be added, left out or changed. */
function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      line.push(Math.min(changed, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}
