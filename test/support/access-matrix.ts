import { readFileSync, writeFileSync } from 'node:fs';
import type { Operation } from '../setup/api-contract.js';

/** Who may do what, as the tests walk it; `scripts/access-matrix.mjs` writes the page for people from the same file. */
interface AccessMatrix {
  readonly callers: readonly string[];
  /** By area and route: a status for each caller, in their order. */
  readonly routes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Who may call a route of which the statuses alone do not tell. */
  readonly notes: Readonly<Record<string, string>>;
  /** By kind of provisioning token and deed: up to which role. */
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const ACCESS_MATRIX_FILE = 'test/fixtures/access-matrix.json';

export function readAccessMatrix(): AccessMatrix {
  return JSON.parse(readFileSync(ACCESS_MATRIX_FILE, 'utf8')) as AccessMatrix;
}

/** Adds a route behind the one whose path begins most like its own. */
export function writeDown(route: string, statuses: readonly string[]): void {
  const matrix = readAccessMatrix();
  const known = Object.entries(matrix.routes).flatMap(([area, routes]) => Object.keys(routes).map((other) => ({ area, other })));
  const likeness = ({ other }: { other: string }): number => sharedLength(pathOf(other), pathOf(route));
  const nearest = known.reduce((best, one) => (likeness(one) >= likeness(best) ? one : best));
  const lines = Object.entries(matrix.routes[nearest.area] ?? {});
  lines.splice(lines.findIndex(([other]) => other === nearest.other) + 1, 0, [route, statuses.join(' ')]);
  const routes = { ...matrix.routes, [nearest.area]: Object.fromEntries(lines) };
  writeFileSync(ACCESS_MATRIX_FILE, JSON.stringify({ ...matrix, routes }, null, 2));
}

function pathOf(route: string): string {
  return route.slice(route.indexOf(' ') + 1);
}

function sharedLength(one: string, other: string): number {
  return [...one].findIndex((character, at) => character !== other[at]) + 1 || one.length + 1;
}

/** The statuses for each caller by route, in the order of the routes. */
export function accessMatrix(): Map<string, string[]> {
  const rows = Object.values(readAccessMatrix().routes)
    .flatMap((area) => Object.entries(area))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([route, statuses]): [string, string[]] => [route, statuses.split(' ')]);
  const matrix = new Map(rows);
  if (matrix.size < rows.length) throw new Error(`A route stands twice in ${ACCESS_MATRIX_FILE}.`);
  return matrix;
}

/** A path as the matrix writes it: the document has `{id}` for `:id`. */
export function withColons(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** What the API document says that a caller has to hold. */
export function permissionsOf({ description = '' }: Operation): readonly string[] {
  const [, named = ''] = /Needs the permissions? (.+)\.$/s.exec(description) ?? [];
  return [...named.matchAll(/`([a-z._]+)`/g)].map(([, permission = '']) => permission);
}
