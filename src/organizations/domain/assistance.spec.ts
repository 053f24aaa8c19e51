import { describe, expect, it } from '@jest/globals';
import { type AssistedAccount, mayAssist } from './assistance.js';

const plain: AssistedAccount = {
  managedBy: 'verified_domain',
  belongsElsewhere: false,
  isSystemAdmin: false,
  isForEmergencies: false,
};

describe('help for members', () => {
  it.each<[string, Partial<AssistedAccount>, boolean, boolean]>([
    ['in a verified domain', {}, true, true],
    ['made here', { managedBy: 'provisioning' }, true, true],
    ['of no organization', { managedBy: null }, false, false],
    ['in a verified domain and elsewhere', { belongsElsewhere: true }, true, false],
    ['made here and elsewhere', { managedBy: 'provisioning', belongsElsewhere: true }, false, false],
    ['of a system administrator', { isSystemAdmin: true }, false, false],
    ['kept for emergencies', { isForEmergencies: true }, false, false],
  ])('an account %s', (_, account, endsSessions, resetsFactors) => {
    expect(mayAssist('end_sessions', { ...plain, ...account })).toBe(endsSessions);
    expect(mayAssist('reset_factors', { ...plain, ...account })).toBe(resetsFactors);
  });
});
