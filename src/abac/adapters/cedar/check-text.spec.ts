import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BUILT_IN_ROLES } from '../../../organizations/domain/role.js';
import { ALL_PERMISSIONS } from '../../../shared/permission.js';
import { say, verbatim } from '../../../shared/sentence.js';
import { ACTION_SETS } from '../../domain/cedar-schema.js';
import { checkText } from './check-text.js';

const effect = fc.constantFrom('forbid', 'permit');
const clauses = fc.constantFrom('', ' when { context.deviceTrusted }', ' unless { context.acr == "aal2" }');
const annotation = fc.constantFrom('', '@id("roles")\n', '@note("a; b")\n');
const policy = fc
  .tuple(annotation, effect, clauses)
  .map(([note, word, more]) => `${note}${word} (principal, action == Action::"workspace.read", resource)${more};`);
const template = fc.constant('forbid (principal == ?principal, action, resource);');
/** What could hide that there is a second one. */
const between = fc.constantFrom('', ' ', '\n', '\r\n', '\t', '// forbid nothing;\n', '//\r\n', '// "unclosed\n');

describe('the text of a policy', () => {
  it('is taken when it is one policy, whatever stands around it', () => {
    fc.assert(
      fc.property(between, policy, between, (before, one, after) => {
        expect(checkText({ organizationId: 1, text: `${before}${one}${after}` }).isValid).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is refused when a second policy or template is smuggled into it', () => {
    fc.assert(
      fc.property(policy, between, fc.oneof(policy, template), fc.boolean(), (one, gap, other, isFirst) => {
        const text = isFirst ? `${other}${gap}${one}` : `${one}${gap}${other}`;
        const checked = checkText({ organizationId: 1, text });
        expect([text, checked.isValid]).toEqual([text, false]);
        expect(checked).toMatchObject({
          problems: [{ message: say('Write one policy; the text holds {count}. Make a policy of each.', { count: 2 }) }],
        });
      }),
      { numRuns: 50 },
    );
  });

  it('is refused when its brackets are too deep, also behind a comment that ends with a carriage return', () => {
    const brackets = `${'('.repeat(60)}true${')'.repeat(60)}`;
    for (const line of ['', '// \n', '// \r'])
      expect(checkText({ organizationId: 1, text: `forbid (principal, action, resource) when { ${line}${brackets} };` })).toMatchObject({
        isValid: false,
        problems: [{ message: 'The policy is nested too deeply.' }],
      });
  });

  it.each(['営業 Sales', 'IT部', 'Отдел IT', '한국 Sales', 'Ω-team'])('may name %s, with a warning', (name) => {
    const text = `forbid (principal, action, resource) when { principal.roles.contains("${name}") };`;
    expect(checkText({ organizationId: 1, text })).toMatchObject({
      isValid: true,
      warnings: [{ message: verbatim(`String \`"${name}"\` contains mixed scripts.`), line: 1, column: 70 }],
    });
  });

  it('may not turn the direction in which it is read', () => {
    const text = 'forbid (principal, action, resource) when { principal.roles.contains("a\u202eb") };';
    expect(checkText({ organizationId: 1, text }).isValid).toBe(false);
  });

  it.each(Object.entries(ACTION_SETS))('may name %s', (name, { actions }) => {
    const text = `forbid (principal, action in Action::"${name}", resource);`;
    const checked = checkText({ organizationId: 1, text });
    expect(checked.isValid && [...checked.content.actions].sort()).toEqual([...actions].sort());
  });

  it('may not permit a set with administration in it', () => {
    const text = 'permit (principal, action in Action::"all administration", resource);';
    expect(checkText({ organizationId: 1, text }).isValid).toBe(false);
  });
});

describe('all administration', () => {
  it('is what editors may not', () => {
    const ofEditors: readonly string[] = BUILT_IN_ROLES.editor;
    const others = ALL_PERMISSIONS.filter((permission) => !ofEditors.includes(permission));
    expect([...ACTION_SETS['all administration'].actions].sort()).toEqual(others.sort());
  });
});
