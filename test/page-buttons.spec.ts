import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const FOLDER = 'web/src';
const sources = new Map(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, ts.createSourceFile(file, readFileSync(join(FOLDER, file), 'utf8'), ts.ScriptTarget.Latest, true)] as const),
);
const walks = readdirSync('test/browser').map((file) => readFileSync(join('test/browser', file), 'utf8'));

/** Buttons whose words are no text of their own file: what they say where they are pressed. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  'pages/admin/account-card t[deed]': ['End sessions', 'Disable', 'Enable', 'Reset second factors', 'Mail a password link'],
  'pages/data-policies/steps verb': ['Activate', 'Disable'],
  'pages/data-sources/ask/beginning question': ['Which rivers carry the most water?'],
  'pages/data-sources/schema/changes compare': ['Compare'],
  'pages/data-sources/schema/discovery label': ['Discover'],
  'pages/data-sources/tags/suggestions label': ['Confirm', 'Refuse'],
  'pages/migration/wave-steps t[next]': ['Start', 'Roll back', 'Discard'],
  'pages/sign-in/demo-people username': ['olivia'],
  'pages/sign-in/sign-on-button label': ['Sign in with your organization'],
  'pages/sign-on/mapping/mapping-table label': ['Move up'],
  'pages/sign-on/provisioning/token-table t[what]': ['Revoke', 'Approve'],
  'ui/confirm words.delete': ['Delete'],
  'ui/confirm verb': ['Roll back'],
};

/** Buttons that no walk presses by their words, by the reason. */
const NOT_BY_WORDS: Readonly<Record<string, readonly string[]>> = {
  'they change what is shown or typed, and nothing that is kept': [
    'pages/audit/trail t.newest',
    'pages/audit/trail t.older',
    'pages/data-sources/query/column-dialog t.unsorted',
    'pages/data-sources/query/column-dialog t.up',
    'pages/data-sources/query/violations placeOf(position)',
    'pages/data-sources/schema/changes t.asEarlier',
    'pages/data-sources/schema/diagram t.fit',
    'pages/data-sources/schema/diagram t.larger',
    'pages/data-sources/schema/diagram t.smaller',
    'pages/data-sources/schema/differences t.more(number(differences.length - shown))',
    'pages/migration/people t.unchoose',
    'pages/organization/invitations/change-role t.cancel',
    'pages/policies/form/picks t.addPerson',
    'pages/sign-on/connection/test-step t.open',
    'pages/sign-on/moves/moving-people t.unchoose',
    'pages/sign-on/provisioning/log t.older',
    'pages/templates/edit/parameter-form t.up',
    'pages/templates/edit/parameters-editor t.add',
    'ui/table t.before',
  ],
  'walks press them by the names of people, columns and times that they show': [
    'pages/data-policies/member-choice <Person of= member />',
    'pages/data-sources/ask/clarified choice',
    'pages/data-sources/query/history instant(execution.started_at)',
    'pages/data-sources/query/result-table title',
    "pages/data-sources/schema/schema-tree <span className= styles['name'] > schema_name </span>",
  ],
  'walks press Enter in their form': ['pages/data-sources/knowledge/keep-pair t.shown', 'pages/sign-in/link t.link'],
};

describe('the buttons of the pages', () => {
  const buttons = [...sources].flatMap(([file, source]) => buttonsIn(file, source));
  /** At the beginning of a text or of an expression, as the name of a button is asked for. */
  const isPressed = ({ words }: Button): boolean =>
    words.some((text) => walks.some((walk) => [`'${text}`, `/${text}`, `^${text}`, '`' + text].some((asked) => walk.includes(asked))));

  it('are pressed in a browser, each by its words', () => {
    expect(buttons.length).toBeGreaterThan(300);
    expect(
      buttons
        .filter((button) => !isPressed(button))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.values(NOT_BY_WORDS).flat().sort());
  });

  it('are named here only where they are', () => {
    const names = new Set(buttons.map(({ name }) => name));
    expect(Object.keys(SAYS).filter((name) => !names.has(name))).toEqual([]);
  });
});

interface Button {
  readonly name: string;
  readonly words: readonly string[];
}

function buttonsIn(file: string, source: ts.SourceFile): Button[] {
  const isButton = (tag: ts.JsxTagNameExpression): boolean => /^[Bb]utton$/.test(tag.getText());
  const place = file.replace(/\.tsx?$/, '');
  return [
    ...nodesOf(source, ts.isJsxElement)
      .filter(({ openingElement }) => isButton(openingElement.tagName))
      .map(({ openingElement, children }) => ({ opening: openingElement, said: [...children, ...labelOf(openingElement)] })),
    ...nodesOf(source, ts.isJsxSelfClosingElement)
      .filter(({ tagName }) => isButton(tagName))
      .map((opening) => ({ opening, said: labelOf(opening) })),
  ].flatMap(({ opening, said }) => {
    // What hands on its own children has no words.
    if (opening.attributes.properties.some((one) => ts.isJsxSpreadAttribute(one))) return [];
    const found = said.flatMap((one) => wordsOf(file, source, one));
    const called = said
      .map((one) =>
        one
          .getText()
          .replaceAll(/[{}\s]+/g, ' ')
          .trim(),
      )
      .find((text) => text !== '');
    const name = `${place} ${called ?? ''}`.trim();
    return [{ name, words: SAYS[name] ?? found }];
  });
}

function labelOf(opening: ts.JsxOpeningLikeElement): ts.Node[] {
  return opening.attributes.properties.flatMap((one) =>
    ts.isJsxAttribute(one) && one.name.getText() === 'aria-label' && one.initializer !== undefined ? [one.initializer] : [],
  );
}

/** The texts of a catalogue that a node names, and what it says itself. */
function wordsOf(file: string, source: ts.SourceFile, node: ts.Node): readonly string[] {
  if (ts.isJsxText(node)) return longest(node.text.trim());
  const catalogues = cataloguesIn(source);
  return nodesOf(node, ts.isPropertyAccessExpression)
    .flatMap((access) => {
      const catalogue = catalogues.get(access.expression.getText());
      return catalogue === undefined ? [] : [[catalogue, access.name.text] as const];
    })
    .concat(
      nodesOf(node, ts.isIdentifier).flatMap((one) =>
        catalogues.has(`.${one.text}`) ? [[catalogues.get(`.${one.text}`) ?? '', one.text] as const] : [],
      ),
    )
    .flatMap(([catalogue, key]) => textsOf(file, catalogue, key));
}

/** By the names that a file has for them: `const t = useTexts(texts)`, `const { save } = useTexts(texts)` as `.save`. */
function cataloguesIn(source: ts.SourceFile): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, initializer } of nodesOf(source, ts.isVariableDeclaration)) {
    const [, catalogue] = /^useTexts\((\w+)\)$/.exec(initializer?.getText() ?? '') ?? [];
    if (catalogue === undefined) continue;
    if (ts.isObjectBindingPattern(name)) for (const one of name.elements) found.set(`.${one.name.getText()}`, catalogue);
    else found.set(name.getText(), catalogue);
  }
  return found;
}

function textsOf(file: string, catalogue: string, key: string): readonly string[] {
  const source = sources.get(file);
  if (source === undefined) return [];
  const [made] = nodesOf(source, ts.isVariableDeclaration).filter(
    ({ name, initializer }) => name.getText() === catalogue && initializer !== undefined && /^catalogue\(/.test(initializer.getText()),
  );
  if (made === undefined) return importedFrom(file, source, catalogue).flatMap(([other, name]) => textsOf(other, name, key));
  const isWords = (one: ts.Node): one is ts.StringLiteralLike | ts.TemplateExpression =>
    ts.isStringLiteralLike(one) || ts.isTemplateExpression(one);
  return nodesOf(made, ts.isPropertyAssignment)
    .filter(({ name }) => name.getText().replaceAll("'", '') === key)
    .flatMap(({ initializer }) => nodesOf(initializer, isWords))
    .flatMap((one) =>
      ts.isTemplateExpression(one) ? longest(one.head.text, ...one.templateSpans.map(({ literal }) => literal.text)) : longest(one.text),
    );
}

/** What stays the same whatever is put into a text. */
function longest(...parts: readonly string[]): readonly string[] {
  const [most = ''] = parts.map((part) => part.trim()).toSorted((one, other) => other.length - one.length);
  return most.length > 1 ? [most] : [];
}

function importedFrom(file: string, source: ts.SourceFile, name: string): readonly (readonly [string, string])[] {
  return nodesOf(source, ts.isImportSpecifier)
    .filter((one) => one.name.text === name)
    .flatMap((one) => {
      const from = join(dirname(file), (one.parent.parent.parent.moduleSpecifier as ts.StringLiteral).text);
      return [`${from}.ts`, `${from}.tsx`]
        .filter((path) => sources.has(path))
        .map((path) => [path, (one.propertyName ?? one.name).text] as const);
    });
}

function nodesOf<Kind extends ts.Node>(source: ts.Node, is: (node: ts.Node) => node is Kind): Kind[] {
  const nodes: Kind[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}
