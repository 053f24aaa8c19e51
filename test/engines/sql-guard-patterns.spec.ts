import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { CountedRegExp } from '../support/counted-regexp.js';

/** What reads statements of people, before and after they are kept. */
const PLACES = ['src/engines/sql-guard', 'src/statements/domain/hidden-'];
/** A text of `MORE` times the length may take this many times the steps: twice what it is in a straight line. */
const [LENGTH, MORE, MOST_GROWTH] = [48, 8, 16];
const MOST_ATOMS = 14;
/** At the smaller length: what takes so many is one that grows with each character. */
const MOST_STEPS = 50_000;
/** Texts that are told of a pattern. */
const ENOUGH = 5;
/** No pattern accepts it. */
const STRANGE = '\u0001';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name}`)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && PLACES.some((place) => path.startsWith(place)));

function patternsIn(path: string): readonly { readonly pattern: string; readonly isMade: boolean }[] {
  const found: { pattern: string; isMade: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push({ pattern: node.text, isMade: false });
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') found.push({ pattern: node.getText(), isMade: true });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
  return found;
}

function regExpOf(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

/** Texts in which something is written very often, of the given size. */
function* hostileTexts(counted: CountedRegExp): Generator<(size: number) => string> {
  const { paths, atoms: all } = counted.seeds;
  const longFirst = all.toSorted((some, other) => other.length - some.length);
  const atoms = [...new Set([...longFirst.slice(0, MOST_ATOMS / 2), ...all.slice(0, MOST_ATOMS), ' ', 'a', STRANGE])];
  const often = (text: string, size: number): string => text.repeat(Math.ceil(size / text.length));
  const prefixes = [...new Set(['', ...atoms, ...paths.flatMap((path) => [path, path.slice(0, -1)])])];
  for (const one of [...atoms, ...paths]) {
    if (one === '') continue;
    for (const prefix of prefixes) for (const suffix of ['', STRANGE]) yield (size) => prefix + often(one, size) + suffix;
    for (const other of atoms) yield (size) => often(one + other, size);
  }
}

/** @returns the texts that take more than a straight line of steps, as they begin */
function growing(pattern: RegExp): readonly string[] {
  const counted = new CountedRegExp(pattern);
  if (counted.isBounded) return [];
  const found: string[] = [];
  for (const text of hostileTexts(counted)) {
    const most = MOST_GROWTH * counted.search(text(LENGTH), MOST_STEPS);
    if (most > MOST_GROWTH * MOST_STEPS || counted.search(text(LENGTH * MORE), most) > most) found.push(text(3));
    if (found.length === ENOUGH) break;
  }
  return found;
}

describe('the steps that a pattern takes', () => {
  it.each([/(a+)+b/, /\s+$/, /a.*b.*c/, /(?:a|a)*b/, /"(?:[^"]|"")*"(?!x)y/])('are seen to grow in %s', (pattern) => {
    expect(growing(pattern)).not.toEqual([]);
  });

  it.each([/a+/, /^\s+x/, /(?<!a)b{2,3}?/u, /"[^"]*"|\S/, /([ab])\1/])('are seen to be few in %s', (pattern) => {
    expect(growing(pattern)).toEqual([]);
  });
});

describe('patterns that read statements', () => {
  const literals = [...new Set(sources.flatMap((path) => patternsIn(path).flatMap(({ pattern, isMade }) => (isMade ? [] : [pattern]))))];

  it('are found', () => {
    expect(literals.length).toBeGreaterThan(80);
  });

  it('are written down, but for these, which their own specs try', () => {
    const made = sources.flatMap((path) => patternsIn(path).flatMap(({ isMade }) => (isMade ? [path] : [])));
    const duckdb = 'src/engines/sql-guard/duckdb/restrict-duckdb.ts';
    const names = 'src/statements/domain/hidden-names.ts';
    expect(made.toSorted()).toEqual([duckdb, duckdb, names]);
  });

  it.each(literals)('%s matches here what it matches in the engine', (literal) => {
    const pattern = regExpOf(literal);
    const counted = new CountedRegExp(pattern);
    const { paths, atoms } = counted.seeds;
    for (const text of [...paths, ...atoms.flatMap((one) => [one, `a ${one}'${one}`])]) {
      const found = new RegExp(pattern.source, pattern.flags.replaceAll(/[gy]/g, '')).exec(text);
      expect([text, counted.first(text)]).toEqual([text, found && [found.index, found[0].length]]);
    }
  });

  it.each(literals)('%s takes steps in proportion to the text', (literal) => {
    expect(growing(regExpOf(literal))).toEqual([]);
  });
});
