import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { PREFIXES, pageFor } from '../web/src/app/prefixes.js';
import { Secret } from '../web/src/session/secret.js';

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
  it('load parts by routes, or by `later`, or go on without them', () => {
    const loads = (source: ts.SourceFile) =>
      nodesOf(source, (node) => ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword);
    expect(found(loads).length).toBeGreaterThan(50);
    const isLater = (node: ts.Node): boolean =>
      !ts.isSourceFile(node) &&
      ((ts.isCallExpression(node) && /^(?:later|lazyRouteComponent)$/.test(node.expression.getText())) || isLater(node.parent));
    const isHandled = ({ parent }: ts.Node): boolean =>
      ts.isPropertyAccessExpression(parent) && ts.isCallExpression(parent.parent) && parent.parent.arguments.length === 2;
    expect(found((source) => loads(source).filter((node) => !isLater(node) && !isHandled(node)))).toEqual([]);
  });

  // People type in them, and a reload or the end of the session must not take that.
  it('keep what is typed in every form, or say why not', () => {
    const forms = sources.flatMap(({ file, source }) =>
      componentsOf(source)
        .filter(isTypedIn)
        .map((component) => ({ component, name: `${file.slice('web/src/'.length)} ${nameOf(component)}` })),
    );
    expect(forms.length).toBeGreaterThan(60);
    const without = forms.filter(({ component }) => !keepsDraft(component)).map(({ name }) => name);
    expect(without.sort()).toEqual(Object.values(NO_DRAFT).flat().sort());
  });

  // A dialog knows the drafts of what stands in it.
  it('keep no draft outside of the dialog that asks about it', () => {
    const components = sources.flatMap(({ source }) => componentsOf(source).filter((one) => elementsIn(one).includes('Dialog')));
    expect(components.length).toBeGreaterThan(25);
    expect(components.filter((one) => calls(one, 'useDraft')).map(nameOf)).toEqual([]);
  });

  it('take secrets only in a field that no draft can hold, or in forms without a draft', () => {
    const secretFields = (source: ts.SourceFile) =>
      nodesOf(source, (node) => ts.isJsxAttribute(node) && node.name.getText() === 'type' && node.getText().includes('password'));
    const places = sources.filter(({ source }) => secretFields(source).length > 0).map(({ file }) => file.slice('web/src/'.length));
    const withoutDraft = NO_DRAFT['secrets and codes, which nothing may keep'].map((form) => form.split(' ')[0]);
    expect(places).toContain('ui/secret-field.tsx');
    expect(JSON.stringify({ password: new Secret('known to nobody') })).toBe('{}');
    expect(places.filter((file) => file !== 'ui/secret-field.tsx' && !withoutDraft.includes(file))).toEqual([]);
  });

  // Whoever reads the pages has no files of the repository.
  it('send nobody to a file of the repository', () => {
    const isText = (node: ts.Node): boolean =>
      (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) &&
      /\b(?:docs|src)\/[\w-]+\.\w+|\b[A-Z]+\.md\b/.test(node.text);
    expect(found((source) => nodesOf(source, isText))).toEqual([]);
  });

  it('have a page for the beginning of every address', () => {
    const routes = sources.flatMap(({ source }) => nodesOf(source, isRoute).map(addressOf));
    expect(routes.length).toBeGreaterThan(40);
    const prefixes = new Set(routes.flatMap((route) => beginningsOf(route)));
    const isPage = (address: string): boolean => routes.some((route) => matches(route, address));
    const missing = [...prefixes].filter((prefix) => !isPage(prefix));
    expect(missing.sort()).toEqual(Object.keys(PREFIXES).sort());
    expect(Object.values(PREFIXES).filter((page) => !routes.includes(page))).toEqual([]);
    expect(pageFor('/data-sources/7/')).toBe('/data-sources/7/schema');
    expect(['/admin/nothing', '/data-sources/7/nothing', '/nothing'].map(pageFor)).toEqual([undefined, undefined, undefined]);
  });

  // A policy may refuse that, and the audit trail would say that the person tried to open it.
  it('read by its id only what the page is about', () => {
    const ofOne = /^'\/api\/v1\/(?:workspaces\/\{workspace_id\}|data-sources\/\{data_source_id\}|prompt-templates\/\{template_id\})'$/;
    const constants = sources.flatMap(({ source }) =>
      nodesOf(source, (node) => ts.isVariableDeclaration(node)),
    ) as ts.VariableDeclaration[];
    const names = constants.flatMap(({ name, initializer }) => (ofOne.test(initializer?.getText() ?? '') ? [name.getText()] : []));
    const reads = (node: ts.Node): boolean => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'useRead') return false;
      const address = node.arguments[0]?.getText() ?? '';
      return ofOne.test(address) || names.includes(address);
    };
    const readers = sources
      .filter(({ source }) => nodesOf(source, reads).length > 0)
      .map(({ file }) => file.slice('web/src/pages/'.length));
    expect(readers.toSorted()).toEqual([
      'data-sources/query/kept-back.tsx',
      'data-sources/source-frame.tsx',
      'organization/workspaces/workspace.tsx',
      'templates/edit/editor-page.tsx',
      'templates/template-page.tsx',
    ]);
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

const isRoute = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && node.expression.getText() === 'createRoute' && /\bpath:/.test(node.getText());

/** As the router has it, without an end that says nothing. */
function addressOf(route: ts.Node): string {
  const [, own = ''] = /\bpath: '([^']*)'/.exec(route.getText()) ?? [];
  const above = /getParentRoute: \(\) => organizationRoute\b/.test(route.getText()) ? '/organizations/$organization' : '';
  return (above + own).replace(/(?<=.)\/$/, '');
}

/** All shorter addresses, but for the start page. */
const beginningsOf = (address: string): string[] =>
  address
    .split('/')
    .slice(1, -1)
    .map((_, place, parts) => `/${parts.slice(0, place + 1).join('/')}`);

/** Whether a route answers this address; its parameters match any text. */
const matches = (route: string, address: string): boolean => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`).test(address);

/** Forms whose drafts are not kept, by the reason. */
const NO_DRAFT = {
  'secrets and codes, which nothing may keep': [
    'pages/account/add-totp.tsx AddTotp',
    'pages/account/password-card.tsx PasswordCard',
    'pages/doors/join-as-new.tsx JoinAsNew',
    'pages/doors/password-reset.tsx SetPassword',
    'pages/sign-in/link.tsx Link',
    'pages/sign-in/password-step.tsx PasswordStep',
    'pages/sign-in/sign-in-again.tsx ByPassword',
    'session/factor-form.tsx FactorForm',
    'session/proof-dialog.tsx ByPassword',
  ],
  'no person is known, to whom it could belong': [
    'pages/demo/records-card.tsx RecordsCard',
    'pages/doors/password-reset.tsx AskForLink',
    'pages/sign-in/sign-in.tsx SignIn',
  ],
  'a search, which the address holds': [
    'pages/admin/accounts.tsx SearchForm',
    'pages/audit/filters.tsx TrailFilters',
    'ui/table.tsx Filters',
    'pages/data-sources/knowledge/entries.tsx Search',
    'pages/data-sources/schema/diagram.tsx Choice',
    'pages/data-sources/schema/explorer.tsx Search',
    'pages/organization/filter-field.tsx FilterField',
    'pages/saved-questions/saved-questions.tsx Search',
    'pages/sign-on/provisioning/log-filters.tsx LogFilters',
    'pages/templates/template-filters.tsx TemplateFilters',
  ],
  'a choice, made again in a moment': [
    'pages/agents/connect-form.tsx ConnectForm',
    'pages/audit/webhooks/replay.tsx Replay',
    'pages/data-sources/query/save-question.tsx SaveBody',
    'pages/data-sources/sources/move-source.tsx MoveSource',
    'pages/migration/schedule-wave.tsx ScheduleForm',
    'pages/organization/invitations/change-role.tsx RoleForm',
    'pages/sign-on/moves/moving-people.tsx MovingPeople',
    'pages/sign-on/enforcement/mode-form.tsx ConfirmMode',
    'pages/sign-on/enforcement/mode-form.tsx ModeForm',
    'pages/sign-on/provisioning/token-dialogs.tsx ApproveForm',
    'pages/sign-on/provisioning/token-dialogs.tsx RotateForm',
  ],
  'fields of a form, which keeps it': [
    'ui/lines-field.tsx LinesField',
    'pages/sign-on/connection/saml-fields.tsx ByText',
    'pages/sign-on/connection/groups-card.tsx AddGroup',
    'pages/sign-on/provisioning/add-mapping.tsx AddMapping',
    'pages/templates/edit/content-form.tsx ContentForm',
    'ui/form.tsx Form',
  ],
  'proof that somebody means it now': ['pages/account/add-passkey.tsx AddPasskey', 'ui/confirm.tsx ConfirmBody'],
  'values of a trial': ['pages/templates/edit/preview.tsx Preview'],
};

const componentsOf = (source: ts.SourceFile): ts.Statement[] =>
  source.statements.filter((one) => ts.isFunctionDeclaration(one) || ts.isVariableStatement(one));

const nameOf = (component: ts.Statement): string =>
  ts.isFunctionDeclaration(component) ? (component.name?.text ?? '') : (component.getText().split(/\W+/)[2] ?? '');

const elementsIn = (node: ts.Node): string[] =>
  nodesOf(node, (one) => ts.isJsxOpeningElement(one) || ts.isJsxSelfClosingElement(one)).map((one) =>
    (one as ts.JsxOpeningElement | ts.JsxSelfClosingElement).tagName.getText(),
  );

const calls = (node: ts.Node, name: string): boolean =>
  nodesOf(node, (one) => ts.isCallExpression(one) && one.expression.getText() === name).length > 0;

/** A form, or a component that holds what is typed into its fields. */
function isTypedIn(component: ts.Statement): boolean {
  const elements = elementsIn(component);
  if (elements.some((name) => /^(?:[Ff]orm|Unsaved)$/.test(name))) return true;
  return (
    calls(component, 'useState') &&
    elements.some((name) => /^(?:TextField|TextArea|SecretField|CheckField|ParameterField|input|textarea)$/.test(name))
  );
}

/** `Unsaved` and `Restored` take nothing else than a draft. */
const keepsDraft = (component: ts.Statement): boolean =>
  calls(component, 'useDraft') || elementsIn(component).some((name) => /^(?:Unsaved|Restored)$/.test(name));

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
