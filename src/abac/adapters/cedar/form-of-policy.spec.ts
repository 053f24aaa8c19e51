import { describe, expect, it } from '@jest/globals';
import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { OURS } from '../../../../test/support/random-policies.js';
import { inEnglish } from '../../../shared/sentence.js';
import { type PolicyForm, policyText } from '../../domain/policy-form.js';
import { toShownConditions } from '../http/policy-form-response.js';
import { checkText } from './check-text.js';
import { formOfPolicy } from './form-of-policy.js';
import { levelled } from './nesting.js';

function shown(text: string) {
  const checked = checkText({ organizationId: OURS, text });
  if (!checked.isValid) throw new Error(`${text}: ${JSON.stringify(checked.problems)}`);
  return checked.shown;
}

describe('a policy as a form', () => {
  it.each([
    'forbid (principal, action, resource is Workspace) when { resource.labels.contains("restricted") } unless { context.deviceTrusted };',
    'forbid (principal, action in Action::"all administration", resource) unless { context.acr == "aal2" };',
    'forbid (principal, action in [Action::"query.run"], resource is DataSource) unless { context.network.isInRange(ip("10.0.0.0/8")) };',
    'forbid (principal == User::"4", action, resource);',
    'forbid (principal is User, action, resource in Workspace::"7") when { context.accessKey } when { context has country && context.country == "DE" };',
    'forbid (principal, action, resource) unless { context.proofAgeSeconds < 300 } unless { context.deviceTrusted };',
  ])('shows %s', (text) => {
    expect(shown(text).reason).toBeNull();
  });

  it.each([
    ['// Why.\nforbid (principal, action, resource) unless { context.deviceTrusted };', 'The form would lose the comments'],
    ['@id("a") forbid (principal, action, resource) unless { context.deviceTrusted };', 'The form would lose the comments'],
    ['forbid (principal, action, resource) when { principal.roles.contains("//") && context.proofAgeSeconds > 7 };', 'not write exactly'],
    [
      'forbid (principal, action, resource) unless { principal.accountAgeDays > 7 };',
      'no field for this part, so the policy stays a text: when { principal.accountAgeDays > 7 }',
    ],
    ['forbid (principal, action, resource) when { !context.deviceTrusted };', 'not write exactly'],
    ['forbid (principal, action, resource) when { principal.roles.contains("a") && principal.roles.contains("b") };', 'not write exactly'],
    ['forbid (principal, action, resource) when { context.now > datetime("2026-11-20") };', 'not write exactly'],
    ['forbid (principal, action, resource == Workspace::"7");', 'not write exactly'],
  ])('says why it cannot show %s', (text, why) => {
    const { form: none_, reason } = shown(text);
    expect(none_).toBeNull();
    expect(reason === null ? '' : inEnglish(reason)).toContain(why);
  });

  const chain = (count: number, part: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => part(index)).join(' || ');

  /** Without validation, which needs the larger stack of the thread that it has. */
  const shownUnchecked = (text: string) => {
    const read = cedar.policyToJson(text);
    const tree = read.type === 'success' ? levelled(read.json) : null;
    if (tree === null) throw new Error(text);
    return formOfPolicy(text, tree);
  };

  it.each([70, 300])('stays a text where a chain of %i terms stands in another one', (count) => {
    const methods = chain(count, (index) => `context.amr.contains("${index}")`);
    const { form: none_, reason } = shownUnchecked(`forbid (principal, action, resource) when { context.deviceTrusted && (${methods}) };`);
    expect(none_).toBeNull();
    expect(reason === null ? '' : inEnglish(reason)).toContain('no field for this part');
  });

  it('reads texts of 9 kB', () => {
    const sets = chain(80, (index) => `context.amr.containsAny(["${index}", "${'x'.repeat(80)}"])`);
    const long = `forbid (principal, action, resource) unless { context.deviceTrusted || !(${sets}) };`;
    expect(long.length).toBeGreaterThan(9_000);
    expect(shownUnchecked(long).form).toBeNull();
    const networks = chain(200, (index) => `context.network.isInRange(ip("10.0.${index}.0/24"))`);
    const text = `forbid (principal, action, resource) when { context.deviceTrusted && (${networks}) };`;
    expect(text.length).toBeGreaterThan(9_000);
    expect(shownUnchecked(text).form?.when.conditions.map(({ values: given }) => given.length)).toEqual([0, 200]);
  });

  it.each([
    ...['', ' viewer', 'viewer ', '\u{a0}viewer', 'view\ner', 'view\ter', 'view\u{2028}er', 'view\u{2029}er'].map(
      (role) => `principal.roles.contains("${role}")`,
    ),
    'principal.hasTag("te\nam") && principal.getTag("te\nam").contains("EU")',
    'principal has department && principal.department == "Sales\\n"',
    'principal == User::"4 "',
    ...['25h', '7h90m', '90m', '107h'].map(
      (from) => `context.now.toTime() >= duration("${from}") || context.now.toTime() < duration("6h")`,
    ),
    'context.now.toTime() >= duration("6h") || context.now.toTime() < duration("6h")',
    ...['90', '0', '-60', '61'].map((seconds) => `context.proofAgeSeconds < ${seconds}`),
  ])('stays a text where a field cannot show its value: %s', (condition) => {
    expect(shown(`forbid (principal, action, resource) when { ${condition} };`)).toEqual({
      form: null,
      reason: 'The form would not write exactly this policy, so it stays a text.',
    });
  });

  it('has no conditions to show of a data policy that also says for whom it is not', () => {
    const { form: one } = shown(policyText(EXCEPTED));
    expect(one).toEqual(EXCEPTED);
    expect(toShownConditions({ form: EXCEPTED, reason: null })).toEqual({
      conditions: null,
      why_no_form: expect.stringMatching(/stays a text/),
    });
    const plain = { ...EXCEPTED, unless: { join: 'all' as const, conditions: [] } };
    expect(toShownConditions({ form: plain, reason: null })).toEqual({ conditions: EXCEPTED.when, why_no_form: null });
  });
});

const EXCEPTED: PolicyForm = {
  effect: 'permit',
  actions: ['query.run'],
  on: 'data_sources',
  when: { join: 'all', conditions: [{ kind: 'roles', name: null, values: ['viewer'] }] },
  unless: { join: 'all', conditions: [{ kind: 'trusted_device', name: null, values: [] }] },
};
