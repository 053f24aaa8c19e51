import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { readApiDocument } from './setup/api-contract.js';

const FOLDER = 'web/src';

const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ts.createSourceFile(file.replace(/\.tsx?$/, ''), readFileSync(join(FOLDER, file), 'utf8'), ts.ScriptTarget.Latest, true));

/** What a path is called by in a file: constants of its own, or of another file by the same name. */
const constants = new Map<string, ts.Expression>();
for (const source of sources)
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer !== undefined && ts.isIdentifier(name)) {
          constants.set(`${source.fileName} ${name.text}`, initializer);
          if (!constants.has(name.text) || isPath(initializer)) constants.set(name.text, initializer);
        }

function isPath(node: ts.Node): boolean {
  return /^['"`](\/|\$\{)/.test(node.getText());
}

function pathOf(file: string, node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isAsExpression(node)) return pathOf(file, node.expression);
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ expression, literal }) => pathOf(file, expression) + literal.text).join('');
  const named = constants.get(`${file} ${node.getText()}`) ?? constants.get(node.getText());
  return named === undefined ? node.getText() : pathOf(file, named);
}

interface Sent {
  readonly file: string;
  readonly method: string;
  readonly path: string;
  readonly call: string;
  /** The component or function that holds the call. */
  readonly around: string;
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'];

function sentIn(source: ts.SourceFile): Sent[] {
  return source.statements.flatMap((statement) => {
    const found: Sent[] = [];
    const visit = (node: ts.Node): void => {
      if (
        ts.isCallExpression(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        node.expression.expression.getText() === 'headgate'
      ) {
        const [path] = node.arguments;
        const method = node.expression.name.text;
        if (path !== undefined && METHODS.includes(method))
          found.push({
            file: source.fileName,
            method,
            path: pathOf(source.fileName, path),
            call: node.getText(),
            around: statement.getText(),
          });
      }
      ts.forEachChild(node, visit);
    };
    visit(statement);
    return found;
  });
}

/** Each begins a form, or acts on what is shown; the version and the conflict are in the file that is named. */
const ASKED_BY: Readonly<Record<string, string>> = {
  'pages/data-sources/knowledge/kinds': 'pages/data-sources/knowledge/entry-form',
  'pages/data-sources/sources/source-labels': 'ui/labels-card',
  'pages/organization/workspaces/workspace-labels': 'ui/labels-card',
  'pages/data-policies/data-policy': 'pages/data-policies/draft-form',
  'pages/saved-questions/saved-question': 'pages/data-sources/query/save-form',
  'pages/data-sources/query/save-question': 'pages/data-sources/query/save-form',
  'pages/sign-on/connection/groups-card': 'pages/sign-on/mapping/mapping-conflict',
  'pages/sign-on/provisioning/mapping-form': 'pages/sign-on/mapping/mapping-conflict',
  'pages/templates/edit/use-editing': 'pages/templates/edit/editor',
};

/** Nothing is typed: a refusal shows what is there now, and the person decides anew. */
const NOTHING_TYPED = [
  ...['pages/audit/webhooks/webhook', 'pages/data-sources/sources/new-sources-card', 'pages/organization/members/help-card'],
];

/** Which act it is, and so the end of its path, is chosen by the person; none of them takes a version. */
const CHOSEN = [
  ...['pages/migration/wave-steps POST', 'pages/organization/invitations/access-requests-card POST'],
  'pages/organization/members/security-card POST',
];

describe('what pages change', () => {
  const document = readApiDocument();
  const sent = sources.flatMap(sentIn);
  const takesVersion = ({ method, path }: Sent): boolean =>
    document.paths[path]?.[method.toLowerCase()]?.parameters?.some(({ name }) => name === 'If-Match') === true;
  const named = ({ file, method, path }: Sent): string => `${file} ${method} ${path}`;

  it('is known by its route', () => {
    expect(sent.length).toBeGreaterThan(150);
    const unknown = sent.filter(({ method, path }) => document.paths[path]?.[method.toLowerCase()] === undefined);
    expect(unknown.map(({ file, method }) => `${file} ${method}`)).toEqual(CHOSEN);
  });

  it('goes with the version that the person has seen, wherever the service takes one', () => {
    const versioned = sent.filter(takesVersion);
    expect(versioned.length).toBeGreaterThan(45);
    const blind = versioned.filter(({ call, around }) => {
      const isTold = /\bifMatch\b|'If-Match'/.test(call);
      // By a variable of the same function, such as `header` or `init`.
      return !isTold && !(/\b(header|init|params)\b/.test(call) && /\bifMatch\b|'If-Match'/.test(around));
    });
    expect(blind.map(named)).toEqual([]);
  });

  it('shows what another person has saved, beside what was typed', () => {
    const forms = sent.filter((one) => ['PUT', 'PATCH'].includes(one.method) && takesVersion(one));
    const files = [...new Set(forms.map(({ file }) => ASKED_BY[file] ?? file))].filter((file) => !NOTHING_TYPED.includes(file));
    expect(files.length).toBeGreaterThan(15);
    const silent = files.filter((file) => {
      const text = sources.find(({ fileName }) => fileName === file)?.getText() ?? '';
      return !/\b(?:Conflict|isConflict|NotSaved)\b/.test(text);
    });
    expect(silent).toEqual([]);
    expect(Object.keys(ASKED_BY).filter((file) => !forms.some((one) => one.file === file))).toEqual([]);
  });
});
