import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import { ENTERPRISE_SCHEMA } from '../../engines/scim-protocol/schema/urns.js';
import { changesWhatPoliciesSee } from './seen-by-policies.js';

const PERSON: JsonObject = {
  userName: 'bjensen',
  displayName: 'Babs',
  title: 'Analyst',
  userType: 'Employee',
  [ENTERPRISE_SCHEMA]: { department: 'Sales', costCenter: '4130', manager: { value: '7' } },
};

describe('what a directory changes of a person', () => {
  it.each<[string, JsonObject]>([
    ['the title', { title: 'Head' }],
    ['the kind of person', { userType: 'Contractor' }],
    ['the department', { [ENTERPRISE_SCHEMA]: { department: 'Finance', costCenter: '4130', manager: { value: '7' } } }],
    ['a further attribute of the enterprise', { [ENTERPRISE_SCHEMA]: { department: 'Sales', costCenter: '4130' } }],
    ['all of the enterprise', { [ENTERPRISE_SCHEMA]: null }],
  ])('is seen by policies where it is %s', (_, change) => {
    const after = { ...PERSON, ...change };
    expect([changesWhatPoliciesSee(PERSON, after), changesWhatPoliciesSee(after, PERSON)]).toEqual([true, true]);
  });

  it('is seen where an attribute goes or comes', () => {
    const { title: _, ...untitled } = PERSON;
    expect(changesWhatPoliciesSee(PERSON, untitled)).toBe(true);
    expect(changesWhatPoliciesSee({}, PERSON)).toBe(true);
  });

  it('is not seen in names and addresses, in the order of members, nor where nothing became null', () => {
    const enterprise = { manager: { value: '7' }, costCenter: '4130', department: 'Sales' };
    const renamed = {
      ...PERSON,
      userName: 'other',
      emails: [{ value: 'o@x.example' }],
      [ENTERPRISE_SCHEMA]: enterprise,
    };
    expect(changesWhatPoliciesSee(PERSON, renamed)).toBe(false);
    expect(changesWhatPoliciesSee({ userName: 'a' }, { userName: 'a', title: null })).toBe(false);
  });
});
