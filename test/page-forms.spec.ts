import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

type Element = ts.JsxOpeningElement | ts.JsxSelfClosingElement;

const FOLDER = 'web/src';
const elements = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(FOLDER, file), 'utf8'), ts.ScriptTarget.Latest, true);
    return elementsIn(source).map((element) => ({ file: file.replace('.tsx', ''), element, name: element.tagName.getText() }));
  });

function elementsIn(node: ts.Node): Element[] {
  const found: Element[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isJsxOpeningElement(one) || ts.isJsxSelfClosingElement(one)) found.push(one);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}

/** As it is written, without brackets; `null` where it is not there. */
function attributeOf(element: Element, name: string): string | null {
  const found = element.attributes.properties.find((one) => ts.isJsxAttribute(one) && one.name.getText() === name);
  if (found === undefined || !ts.isJsxAttribute(found)) return null;
  return (found.initializer?.getText() ?? '').replaceAll(/^[{"]|[}"]$/g, '');
}

/** A name for an element in a list: its file, and what it is called by there. */
const called = (file: string, element: Element): string => {
  const label = attributeOf(element, 'label') ?? /\{\.\.\.([^}]+)\}/.exec(element.getText())?.[1] ?? '';
  return `${file} ${label}`;
};

/** Buttons that take no click, because there is nothing new to send, or it may not be sent as it is. */
const NOTHING_TO_SEND = [
  'pages/audit/webhooks/webhook-form isRefused',
  'pages/data-policies/draft-form hasNothingNew || isRefused',
  'pages/data-sources/knowledge/entry-form hasNothingNew || isRefused',
  'pages/data-sources/query/save-form isRefused',
  'pages/data-sources/sources/connection-form !isDirty',
  'pages/data-sources/sources/move-source target === here || isRefused',
  'pages/organization/invitations/change-role chosen === invitation.role.id',
  'pages/organization/members/attributes-card !canSave',
  'pages/organization/members/membership-card !isDirty || isRefused',
  'pages/organization/questions/settings-form !isDirty || isRefused || !isRight',
  'pages/organization/roles/role-form !isDirty || isRefused',
  'pages/organization/workspaces/settings-card !isDirty || isRefused',
  'pages/policies/next-version !canSave',
  'pages/saved-questions/board-form isRefused',
  "pages/sign-on/connection/configuration-step !may('sso.manage')",
  'pages/sign-on/enforcement/factor-form !isDirty || isRefused || !isRight',
  'pages/sign-on/enforcement/mode-form mode === enforcement.mode || isBlocked',
  'ui/confirm !isSure',
  'ui/labels-card !isDirty || isOutdated',
];

/** Those that hold one field or none that is required. */
const OWN_FORMS = ['pages/data-sources/ask/question-box', 'pages/data-sources/schema/explorer', 'ui/confirm', 'ui/form', 'ui/table'];

/** What is typed in these dialogs is no work: a search, or the proof that somebody means it. All others ask before they close. */
const LOSES_NOTHING = ['app/palette', 'pages/organization/workspaces/members-card', 'session/proof-dialog', 'ui/confirm'];

/** Titles and sentences. */
const PROSE = [
  'pages/account/add-passkey t.passkeyName',
  'pages/account/make-key t.name',
  "pages/admin/new-organization field('name')",
  'pages/audit/webhooks/webhook-form t.name',
  'pages/data-policies/draft-fields t.description',
  'pages/data-policies/draft-fields t.name',
  'pages/data-sources/knowledge/entry-form told',
  'pages/data-sources/query/save-form t.description',
  'pages/data-sources/query/save-form t.name',
  'pages/data-sources/sources/connection-fields t.name',
  'pages/migration/exemption-form t.reason',
  'pages/migration/new-wave t.name',
  'pages/organization/roles/new-role t.name',
  'pages/organization/roles/role-form t.name',
  'pages/organization/workspaces/create-workspace t.name',
  'pages/organization/workspaces/settings-card t.name',
  'pages/policies/new-policy t.description',
  'pages/policies/new-policy t.name',
  'pages/saved-questions/board-form t.name',
  'pages/sign-on/connection/new-connection t.name',
  'pages/sign-on/moves/start-move t.name',
  'pages/sign-on/provisioning/issue-token t.name',
  'pages/templates/edit/content-form t.category',
  'pages/templates/edit/content-form t.description',
  'pages/templates/edit/content-form t.name',
  'pages/templates/edit/content-form t.text',
  'pages/templates/edit/life t.message',
  'pages/templates/edit/new-template t.category',
  'pages/templates/edit/new-template t.description',
  'pages/templates/edit/new-template t.name',
  'pages/templates/edit/new-template t.text',
  'pages/templates/edit/parameter-form t.description',
  'session/ask-owners-dialog t.reason',
];

describe('forms of the pages', () => {
  // Browsers and password managers fill fields without an event. A button that waits for a value would stay dead.
  it('have a button that says what is missing, and is never dead for it', () => {
    const buttons = elements.filter(({ element, name }) => name === 'Button' && attributeOf(element, 'type') === 'submit');
    expect(buttons.length).toBeGreaterThan(50);
    const dead = buttons.flatMap(({ file, element }) => {
      const said = attributeOf(element, 'disabled');
      return said === null ? [] : [`${file} ${said}`];
    });
    expect([...new Set(dead)].sort()).toEqual(NOTHING_TO_SEND);
    expect(
      elements
        .filter(({ name }) => name === 'form')
        .map(({ file }) => file)
        .sort(),
    ).toEqual(OWN_FORMS);
  });

  it('name the account to password managers wherever a new password is chosen', () => {
    const filesWith = (isMeant: (one: { readonly element: Element; readonly name: string }) => boolean): string[] => [
      ...new Set(elements.filter(isMeant).map(({ file }) => file)),
    ];
    const chosen = filesWith(
      ({ element }) => attributeOf(element, 'autoComplete') === 'new-password' && attributeOf(element, 'label') !== null,
    );
    const named = filesWith(({ element, name }) => name === 'AccountName' || attributeOf(element, 'autoComplete') === 'username');
    expect(chosen.length).toBeGreaterThan(2);
    expect(chosen.filter((file) => !named.includes(file))).toEqual([]);
  });

  it('ask before what is typed in a dialog is lost, unless it is no work', () => {
    const dialogs = elements.filter(({ name }) => name === 'Dialog');
    expect(dialogs.length).toBeGreaterThan(30);
    const losing = dialogs.filter(({ element }) => attributeOf(element, 'losesNothing') !== null);
    expect(losing.map(({ file }) => file).sort()).toEqual(LOSES_NOTHING);
    // Only this one asks.
    expect(elements.filter(({ name }) => name === 'BaseDialog.Root').map(({ file }) => file)).toEqual([
      'ui/dialog-window',
      'ui/dialog-window',
    ]);
  });

  // Browsers take the focus from what is disabled, and people at the keyboard would begin again at the top of the page.
  it('have no button that drops the focus while it takes no click', () => {
    const buttons = elements.filter(({ name }) => name === 'button');
    expect(buttons.length).toBeGreaterThan(0);
    expect(buttons.flatMap(({ file, element }) => (attributeOf(element, 'disabled') === null ? [] : [file]))).toEqual([]);
  });

  // Phones begin sentences with a capital letter. That is right in a title, and wrong in the name of an account.
  it('let keyboards write capitals in titles and sentences alone', () => {
    const typed = elements.filter(({ name }) => ['TextField', 'TextArea', 'Input'].includes(name));
    expect(typed.length).toBeGreaterThan(85);
    const prose = typed.filter(({ element }) => attributeOf(element, 'isProse') !== null || element.getText().includes('{...told}'));
    expect(prose.map(({ file, element }) => called(file, element)).sort()).toEqual(PROSE);
    const choosing = elements.filter(({ element }) => attributeOf(element, 'autoCapitalize') !== null);
    expect([...new Set(choosing.map(({ file }) => file))]).toEqual(['ui/field']);
  });
});
