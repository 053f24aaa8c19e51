import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
          problems: [{ message: expect.stringMatching(/^Write one policy; the text holds 2/) }],
        });
      }),
      { numRuns: 50 },
    );
  });
});
