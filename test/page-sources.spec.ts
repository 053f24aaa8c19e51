import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join('web/src', file))
  .map((file) => ({ file, source: ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true) }));

const found = (of: (source: ts.SourceFile) => readonly ts.Node[]): string[] =>
  sources.flatMap(({ file, source }) =>
    of(source).map((node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`),
  );

function nodesOf(source: ts.Node, is: (node: ts.Node) => boolean): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

describe('the sources of the pages', () => {
  // Reading them throws where people block site data.
  it('touch the stores of the browser in one place', () => {
    const stores = ['localStorage', 'sessionStorage', 'BroadcastChannel', 'indexedDB', 'caches', 'locks'];
    const uses = found((source) => nodesOf(source, (node) => ts.isIdentifier(node) && stores.includes(node.text)));
    expect(uses.length).toBeGreaterThan(2);
    expect(uses.filter((place) => !place.startsWith('web/src/session/stores.ts'))).toEqual([]);
  });

  // React's own `lazy` takes the whole page away when a part cannot be fetched, and never tries again.
  it('load parts by routes, or by `later`', () => {
    const loads = (source: ts.SourceFile) =>
      nodesOf(source, (node) => ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword);
    expect(found(loads).length).toBeGreaterThan(50);
    const isLater = (node: ts.Node): boolean =>
      !ts.isSourceFile(node) &&
      ((ts.isCallExpression(node) && /^(?:later|lazyRouteComponent)$/.test(node.expression.getText())) || isLater(node.parent));
    expect(found((source) => loads(source).filter((node) => !isLater(node)))).toEqual([]);
  });

  // A translator wraps text nodes in elements of its own. React then fails to remove a text, or to put something before it.
  it('hold no bare text beside what comes and goes', () => {
    expect(found(textsAtRisk)).toEqual([]);
  });

  it.each([
    ['<p>{t.a}</p>', 0],
    ['<p>{is ? t.a : <b />}</p>', 0],
    ['<p><span>{t.a}</span>{is && <b />}</p>', 0],
    ['<p>{t.a} {t.b}</p>', 0],
    ['<p>{t.a}{is && <b />}</p>', 1],
    ['<p>{is && <b />}words</p>', 1],
    ['<p><b />{is && t.a}</p>', 1],
    ['<p>{t.a}<>{is ? <b /> : <i />}</></p>', 1],
    ['<p>{t.a}{list.map((x) => <b key={x} />)}</p>', 1],
    ['<><b />{is ? <i /> : t.a}</>', 1],
  ])('are judged by %s', (text, count) => {
    expect(textsAtRisk(ts.createSourceFile('a.tsx', `const a = ${text};`, ts.ScriptTarget.Latest, true))).toHaveLength(count);
  });
});

type Kind = 'text' | 'element' | 'nothing' | 'list';

function textsAtRisk(source: ts.Node): ts.Node[] {
  return nodesOf(source, (node) => {
    if (!ts.isJsxElement(node) && !(ts.isJsxFragment(node) && !ts.isJsxElement(node.parent) && !ts.isJsxFragment(node.parent)))
      return false;
    const children = node.children.flatMap(flat).map(kindsOf);
    const comesAndGoes = children.some((kinds) => kinds.size > 1 || kinds.has('list'));
    return children.length > 1 && comesAndGoes && children.some((kinds) => kinds.has('text'));
  });
}

function flat(child: ts.JsxChild): ts.JsxChild[] {
  if (ts.isJsxText(child)) return child.text.trim() === '' ? [] : [child];
  if (ts.isJsxExpression(child) && child.expression === undefined) return [];
  return ts.isJsxFragment(child) ? child.children.flatMap(flat) : [child];
}

function kindsOf(node: ts.Node): Set<Kind> {
  if (ts.isJsxText(node)) return new Set(['text']);
  if (ts.isJsxExpression(node) && node.expression !== undefined) return kindsOf(node.expression);
  if (ts.isParenthesizedExpression(node)) return kindsOf(node.expression);
  if (ts.isConditionalExpression(node)) {
    const kinds = new Set([...kindsOf(node.whenTrue), ...kindsOf(node.whenFalse)]);
    return kinds.size === 1 && kinds.has('text') ? kinds : kinds.add('list');
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return new Set([...kindsOf(node.right), 'nothing']);
  if (ts.isCallExpression(node) && /\.(?:flatMap|map)$/.test(node.expression.getText())) return new Set(['list']);
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) return new Set(['element']);
  if (ts.isJsxFragment(node)) return new Set(node.children.flatMap(flat).flatMap((child) => [...kindsOf(child)]));
  if (node.kind === ts.SyntaxKind.NullKeyword) return new Set(['nothing']);
  if (ts.isStringLiteral(node) && node.text.trim() === '') return new Set(['element']);
  if (ts.isCallExpression(node)) return kindsOf(node.expression);
  if (!ts.isIdentifier(node)) return new Set(['text']);
  // What is handed on is judged where it is handed over.
  if (/^(?:action|actions|badge|children|meanwhile|show)$/.test(node.text)) return new Set(['element']);
  const [made] = nodesOf(node.getSourceFile(), (other) => ts.isVariableDeclaration(other) && other.name.getText() === node.text);
  const initial = made !== undefined && ts.isVariableDeclaration(made) ? made.initializer : undefined;
  return initial !== undefined && /^(?:\([^()]*(?:\[[^\]]*\][^()]*)?\) =>\s*)?(?:may\([^()]*\) && )?\(?\s*</.test(initial.getText())
    ? new Set(['element'])
    : new Set(['text']);
}
