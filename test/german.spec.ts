import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import { rulesIn } from '../src/abac/adapters/http/data-rules.js';
import { faultOf } from '../src/platform/http/field-causes.js';
import { Forbidden } from '../src/shared/domain-error.js';
import { FIELDS } from '../src/shared/german/fields.js';
import { GERMAN } from '../src/shared/german/german.js';
import { inEnglish, inLanguage, say, verbatim } from '../src/shared/sentence.js';

/** The same word in both languages, or a name. */
const ALIKE = [
  '{words}',
  '{first} {next}',
  '  {label}:',
  '  {label}: {value}',
  'Board',
  'Domain',
  'Mail',
  'Schema',
  'Tag',
  'Test',
  'Version',
  'Webhook',
  'user_id',
];
/** Words that no German sentence has outside of names and quotes. */
const ENGLISH = /\b(the|your|you|must|cannot|this|which|with|first|try|again|ask|not|send)\b/i;
/** Where words without a German sentence come from. */
const UNTRANSLATED = [
  // Protocols with words of their own.
  ...['engines/scim-protocol/bulk/bulk-request.ts', 'engines/scim-protocol/scim.errors.ts', 'mcp/adapters/server/tool-arguments.ts'],
  ...['scim/adapters/http/discovery.controller.ts', 'scim/adapters/http/provisioner.ts', 'scim/adapters/http/scim-request.middleware.ts'],
  ...['abac/adapters/http/authzen-problems.ts', 'agents/application/allow-agent.ts'],
  // Words of a provider, of a library, or of a row that was kept.
  ...['sso/application/complete-config.ts', 'abac/adapters/http/data-rules.ts', 'platform/http/field-causes.ts', 'shared/kept-refusal.ts'],
  'catalog/adapters/http/discovery-response.ts',
  ...['abac/adapters/cedar/words-of-cedar.ts', 'abac/application/preview-as-member.ts', 'statements/domain/statement.errors.ts'],
  // Links, tokens and names in mails.
  ...['accounts/domain/address-mails.ts', 'accounts/domain/recovery-mails.ts', 'evidence/domain/export-mails.ts'],
  ...['invitations/domain/invitation-mail.ts', 'organizations/domain/access-mail.ts'],
  ...['shared/mail-to.ts', 'sso-migration/domain/wave-mails.ts'],
  // Media types.
  'platform/http/json-body.ts',
];

const placesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)(?::[^{}]*)?\}/g)].map(([, name = '']) => name).sort();

describe('the German of the service', () => {
  const sources = new Map<string, string>();
  beforeAll(async () => {
    for (const entry of await readdir('src', { recursive: true })) {
      if (!/\.ts$/.test(entry) || /\.spec\.ts$/.test(entry) || /^shared\/(german\/|sentence\.ts)/.test(entry)) continue;
      // As the sentence is, and not as its quotes are written.
      sources.set(entry, (await readFile(join('src', entry), 'utf8')).replaceAll(/\\(['"`])/g, '$1'));
    }
  });

  it('is another sentence than the English one, with its arguments and its full stop', () => {
    const pairs = Object.entries(GERMAN).filter(([english]) => !ALIKE.includes(english));
    expect(pairs.filter(([english, german]) => german === english || german.trim() === '')).toEqual([]);
    expect(pairs.filter(([, german]) => ENGLISH.test(german.replaceAll(/`[^`]*`|"[^"]*"|„[^“]*“|\{[^}]*\}/g, '')))).toEqual([]);
    expect(pairs.filter(([english, german]) => /[.?]$/.test(english) !== /[.?]$/.test(german))).toEqual([]);
    const others = pairs.filter(([english]) => !(english in FIELDS));
    expect(others.filter(([english, german]) => placesIn(english).join() !== placesIn(german).join())).toEqual([]);
    const ofFields = Object.entries(FIELDS);
    expect(ofFields.filter(([english, german]) => placesIn(german).some((place) => !placesIn(english).includes(place)))).toEqual([]);
  });

  it('addresses people with "Sie"', () => {
    expect(Object.values(GERMAN).filter((german) => /\b(du|dir|dich|dein\w*)\b/i.test(german))).toEqual([]);
  });

  it('has no sentence that nothing says', () => {
    const all = [...sources.values()].join('\n');
    const unsaid = Object.keys(GERMAN).filter((english) => !(english in FIELDS) && !all.includes(english));
    expect(unsaid).toEqual([]);
  });

  it('has a sentence for every rule of a field', async () => {
    for (const entry of sources.keys()) if (/(dto|controller)\.ts$/.test(entry)) await import(`../src/${entry.replace(/\.ts$/, '.js')}`);
    const { validationMetadatas } = getMetadataStorage() as unknown as { validationMetadatas: Map<object, Rule[]> };
    const rules = [...validationMetadatas.values()]
      .flat()
      .filter(({ type, name }) => !['conditionalValidation', 'isOptional'].includes(name ?? type));
    expect(rules.length).toBeGreaterThan(400);
    const values = [undefined, 'x'.repeat(3_000_000), ['x']];
    const told = rules
      .filter(({ type }) => type !== 'whitelistValidation')
      .flatMap((rule) => values.map((value) => ({ rule, message: faultOf(rule.name ?? rule.type, rule, value).message })));
    expect(told.filter(({ message }) => message === undefined).map(({ rule }) => `${rule.propertyName}: ${rule.name}`)).toEqual([]);
    const templates = told.map(({ message }) => (typeof message === 'object' ? message.template : message));
    const all = [...sources.values()].join('\n');
    expect(Object.keys(FIELDS).filter((template) => !templates.includes(template) && !all.includes(template))).toEqual([]);
  });

  it('speaks of rules of data policies', () => {
    const comparisons = [
      { operator: 'like', value: 1 },
      { operator: '=', value: null },
      { operator: 'in', values: new Array(1_001).fill(1) },
    ];
    const rules = [
      ...[{ kind: 'x' }, { kind: 'tag', tag: 'A B', effect: 'deny', more: 1 }, { kind: 'column', schema: '', relation: 1 }],
      ...comparisons.map((one) => ({ kind: 'rows', schema: 's', relation: 't', where: { column: 'c', ...one } })),
    ];
    for (const rule of rules) {
      const { problems } = rulesIn([rule]);
      expect(problems).not.toEqual([]);
      for (const { message } of problems) expect(inLanguage(message, 'de')).not.toBe(inEnglish(message));
    }
  });

  it('cannot be forgotten: an error takes a sentence of the catalogue, or says where its words come from', () => {
    // @ts-expect-error No catalogue has it.
    expect(new Forbidden('Nobody has translated this.').message).toBe('Nobody has translated this.');
    const from = [...sources].filter(([, source]) => /\b(verbatim|recognized)\b[(,)]/.test(source)).map(([entry]) => entry);
    expect(from.sort()).toEqual([...UNTRANSLATED].sort());
  });

  it('puts arguments in, which nobody reads as a sentence of the service', () => {
    const sentence = say('The organization has no data source named {name}.', { name: '{words} Role' });
    expect(inLanguage(sentence, 'de')).toBe('Die Organisation hat keine Datenquelle namens {words} Role.');
    expect(inLanguage(say('{what} not found.', { what: say('Data source') }), 'de')).toBe('Datenquelle nicht gefunden.');
    expect(inLanguage(verbatim('Role'), 'de')).toBe('Role');
    const counted = (limit: number) => inLanguage(say('Must have {limit} items or fewer.', { limit }), 'de');
    expect([counted(1), counted(2)]).toEqual(['Höchstens ein Eintrag erlaubt.', 'Höchstens 2 Einträge erlaubt.']);
  });
});

type Rule = NonNullable<Parameters<typeof faultOf>[1]>;
