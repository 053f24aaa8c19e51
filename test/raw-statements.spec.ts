import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/** They ask the databases of customers. */
const ENGINES = ['engines', 'statements/adapters/querying'];

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !ENGINES.some((folder) => file.startsWith(`${folder}/`)))
  .map((file) => join('src', file));

describe('raw statements', () => {
  it('say why they are raw', () => {
    const found = sources.map((file) => ({ file, ...statementsOf(readFileSync(file, 'utf8')) }));
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(200);
    const silent = found.flatMap(({ file, lines }) => lines.map((line) => `${file}:${line}`));
    expect(silent.map((place) => `Use a repository at ${place}, or say "Raw: <why>" above the statement.`)).toEqual([]);
  });

  it.each([
    ['above it', 'class A { b() {\n // Raw: locks the row.\n return this.session.query(`A`); } }', []],
    ['above its method', 'class A {\n /** Raw: locks the row. */\n b() { return this.session.query(`A`); } }', []],
    [
      'at what it is made of',
      '/** Raw: joins. */\nconst A = ``;\nconst B = `${A}`;\nclass C { d = () => this.session.query(`${B}`); }',
      [],
    ],
    ['for all of a class without repositories', '/** Raw: hot. */\nclass A { b() { return this.session.execute(`A`); } }', []],
    ['for all of another class', '/** Raw: hot. */\nclass A { b() { this.session.repository(C); this.session.execute(`A`); } }', [2]],
    ['nowhere', '/** Hot. */\nclass A {\n b() { return session.query<B>(`A`); } }', [3]],
  ])('are found when they say it %s', (_, text, lines) => {
    expect(statementsOf(text)).toEqual({ count: 1, lines });
  });
});

/** @returns how many statements a file sends as text, and the lines of those of which nothing says why */
function statementsOf(text: string): { count: number; lines: number[] } {
  const source = ts.createSourceFile('adapter.ts', text, ts.ScriptTarget.Latest, true);
  const usesRepositories = /\.repository\(/.test(text);
  const saysWhy = (node: ts.Node): boolean => {
    const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    return comments.some(({ pos, end }) => /\bRaw[:,] /.test(text.slice(pos, end)));
  };
  const named = new Map<string, ts.Statement>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) named.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) named.set(name.getText(source), statement);
  }
  /** Whether a text says it, or one of those that it is made of. */
  const isExplained = (node: ts.Node, known: ReadonlySet<ts.Statement>): boolean => {
    const piece = ts.isIdentifier(node) ? named.get(node.text) : undefined;
    if (piece !== undefined && !known.has(piece) && (saysWhy(piece) || isExplained(piece, new Set([...known, piece])))) return true;
    return ts.forEachChild(node, (child) => isExplained(child, known) || undefined) ?? false;
  };
  const isSaidAround = (node: ts.Node): boolean =>
    !ts.isSourceFile(node) && ((saysWhy(node) && (!ts.isClassDeclaration(node) || !usesRepositories)) || isSaidAround(node.parent));
  let count = 0;
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(this\.)?session\.(query|execute)$/.test(node.expression.getText(source))) {
      count += 1;
      const isSaid = isSaidAround(node) || node.arguments.some((argument) => isExplained(argument, new Set()));
      if (!isSaid) lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { count, lines };
}
