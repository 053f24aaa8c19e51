import { describe, expect, it } from '@jest/globals';
import { conditionsIn } from './conditions-in.js';
import {
  CONDITION_KINDS,
  type ConditionKind,
  type FormCondition,
  type FormConditions,
  WITHOUT_VALUES,
  conditionsText,
} from './policy-form.js';

const VALUES: Partial<Record<ConditionKind, readonly string[]>> = {
  people: ['7', '12'],
  networks: ['10.0.0.0/8', '2001:db8::/32'],
  recent_proof: ['15'],
  hours: ['08:00', '17:30'],
};
const ODD = ['Nord "West" \\ Ost', 'a && b) || (c', 'line\u0007break', '\\"'];
const conditionOf = (kind: ConditionKind, most: number): FormCondition => ({
  kind,
  name: kind === 'attribute' ? 'cost "centre"' : null,
  values: WITHOUT_VALUES.includes(kind) ? [] : (VALUES[kind] ?? ODD).slice(0, ['recent_proof', 'hours'].includes(kind) ? 2 : most),
});

describe('conditionsIn', () => {
  it.each(CONDITION_KINDS)('reads what a form writes, alone and among others: %s', (kind) => {
    for (const most of [1, 2]) {
      const one = conditionOf(kind, most);
      const others = CONDITION_KINDS.filter((other) => other !== kind).map((other) => conditionOf(other, most));
      const all: FormConditions[] = [
        { join: 'all', conditions: [one] },
        ...(['all', 'any'] as const).flatMap((join) => others.map((other) => ({ join, conditions: [one, other] }))),
        ...(['all', 'any'] as const).map((join) => ({ join, conditions: [one, ...others] })),
      ];
      for (const conditions of all) {
        const text = conditionsText(conditions);
        const read = conditionsIn(text);
        // Two readings of one text: `a && b` is a list of two, or one condition that writes both.
        expect([text, read && conditionsText(read)]).toEqual([text, text]);
        expect(read?.conditions.map((condition) => condition.kind)).toEqual(conditions.conditions.map((condition) => condition.kind));
      }
      expect(conditionsIn(conditionsText({ join: 'all', conditions: [one] }))).toEqual({ join: 'all', conditions: [one] });
    }
  });

  it('reads the hours of a night', () => {
    const night: FormConditions = { join: 'all', conditions: [{ kind: 'hours', name: null, values: ['22:00', '06:30'] }] };
    expect(conditionsIn(conditionsText(night))).toEqual(night);
  });

  it.each([
    'true',
    '',
    'principal.roles.contains("a")  && context.accessKey',
    '!context.accessKey',
    'principal.roles.contains("a") && context.accessKey || context.deviceTrusted',
    'principal has department && resource.department == "x"',
    'context.accessKey // a comment',
    'context.acr == "aal1"',
    'context.proofAgeSeconds < 61',
    '(context.accessKey)',
  ])('leaves what people write by hand to Cedar: %j', (text) => {
    expect(conditionsIn(text)).toBeNull();
  });
});
