import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../setup/api-contract.js';

/** The lines of all pages of who may do what. */
export function accessMatrixLines(): string[] {
  return readdirSync('docs')
    .filter((name) => /^access-matrix.*\.md$/.test(name))
    .flatMap((name) => readFileSync(join('docs', name), 'utf8').split('\n'));
}

/** The rows of their tables of routes, in the order of the routes: the route, then a status for each caller. */
export function accessMatrix(): Map<string, string[]> {
  const rows = accessMatrixLines()
    .filter((line) => /^\| `[A-Z]+ \//.test(line))
    .sort()
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, route = '', ...cells]): [string, string[]] => [route.replaceAll('`', ''), cells.slice(0, -1)]);
  const matrix = new Map(rows);
  if (matrix.size < rows.length) throw new Error('A route stands in two tables of who may do what.');
  return matrix;
}

/** A path as the tables write it: the document has `{id}` for `:id`. */
export function withColons(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** What the API document says that a caller has to hold. */
export function permissionsOf({ description = '' }: Operation): readonly string[] {
  const [, named = ''] = /Needs the permissions? (.+)\.$/s.exec(description) ?? [];
  return [...named.matchAll(/`([a-z._]+)`/g)].map(([, permission = '']) => permission);
}
