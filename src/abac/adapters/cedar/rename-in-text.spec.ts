import { describe, expect, it } from '@jest/globals';
import { checkText } from './check-text.js';
import { renameInTexts } from './rename-in-text.js';

const TO = { of: 'principal.roles', from: 'analyst', met: 'Reader', unmet: 'nobody' };

function forbid(condition: string): string {
  return `forbid (principal, action, resource is Workspace) when { ${condition} };`;
}

function renamed(text: string, restricts = true, to = TO): string | null {
  return renameInTexts(1, [{ text, restricts }], to)[0]?.text ?? null;
}

describe('a role in the text of a policy', () => {
  it.each([
    ['principal.roles.contains("analyst")', 'principal.roles.contains("Reader")'],
    ['principal.roles.containsAny(["x", "analyst"])', 'principal.roles.containsAny(["x", "Reader"])'],
    ['["analyst"].containsAny(principal.roles)', '["Reader"].containsAny(principal.roles)'],
    ['principal.roles == ["analyst"]', 'principal.roles == ["Reader"]'],
    ['principal.roles.contains("\\u{61}nalyst")', 'principal.roles.contains("Reader")'],
    [
      'resource.labels.contains("analyst") && principal.roles.contains("analyst")',
      'resource.labels.contains("analyst") && principal.roles.contains("Reader")',
    ],
    [
      '// "analyst"\nprincipal.roles.contains("analyst") || principal.groups.contains("analyst")',
      '// "analyst"\nprincipal.roles.contains("Reader") || principal.groups.contains("analyst")',
    ],
    [
      'principal.hasTag("analyst") && principal.roles.contains(if context.deviceTrusted then "analyst" else "b")',
      'principal.hasTag("analyst") && principal.roles.contains(if context.deviceTrusted then "Reader" else "b")',
    ],
  ])('follows in %s', (before, after) => {
    expect(renamed(forbid(before))).toBe(forbid(after));
  });

  it.each(['resource.labels.contains("analyst")', 'principal.roles.contains("analysts")', 'principal.groups == ["analyst"]'])(
    'is not in %s',
    (condition) => {
      expect(renamed(forbid(condition))).toBeNull();
    },
  );

  it('gives the tree that the new text has when it is written', () => {
    const name = 'A "new\\old" 営業';
    const [now] = renameInTexts(1, [{ text: forbid(`principal.roles.contains("analyst")`), restricts: true }], {
      ...TO,
      met: name,
    });
    const checked = checkText({ organizationId: 1, text: now?.text ?? '' });
    expect(checked).toMatchObject({ isValid: true, content: { tree: now?.tree } });
    expect(JSON.stringify(now?.tree)).toContain(JSON.stringify(name));
  });

  it.each([
    ['principal.roles.contains("analyst")', 'more'],
    ['!principal.roles.contains("analyst")', 'less'],
    ['!(context.deviceTrusted || !principal.roles.contains("analyst"))', 'more'],
    ['["analyst", "x"].containsAll(principal.roles)', 'less'],
    ['["analyst", "x"].containsAny(principal.roles)', 'more'],
    ['if context.deviceTrusted then principal.roles.contains("analyst") else false', 'more'],
    ['principal.roles.contains("analyst") == true', 'both'],
    ['if principal.roles.contains("analyst") then true else context.deviceTrusted', 'both'],
  ])('closes in %s where it is gone', (condition, sense) => {
    const [when, unless] = ['when', 'unless'].map((word) => forbid(condition).replace('when', word));
    const isMet = (text = '', restricts: boolean): boolean => renamed(text, restricts)?.includes('Reader') === true;
    expect([isMet(when, true), isMet(unless, true)]).toEqual([sense !== 'less', sense !== 'more']);
    expect([isMet(when, false), isMet(unless, false)]).toEqual([sense === 'less', sense === 'more']);
  });
});
