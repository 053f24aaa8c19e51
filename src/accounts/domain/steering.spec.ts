import { describe, expect, it } from '@jest/globals';
import { maySteer } from './steering.js';

const made = { provisionedBy: 1, isUnclaimed: true, isSystemAdmin: false };
const us = { organizationId: 1, belongsElsewhere: false, isOwner: false, hasVerifiedDomains: true };

describe('an organization steers an account', () => {
  it('that it made, that is unclaimed, and that belongs to no other organization', () => {
    expect(maySteer(made, us)).toBe(true);
  });

  it.each([
    ['no organization provisioned', { ...made, provisionedBy: null }, us],
    ['another organization made', made, { ...us, organizationId: 2 }],
    ['its person has claimed', { ...made, isUnclaimed: false }, us],
    ['administers the installation', { ...made, isSystemAdmin: true }, us],
    ['another organization has as a member', made, { ...us, belongsElsewhere: true }],
    ['owns the organization', made, { ...us, isOwner: true }],
    ['has an address outside its verified domains', made, { ...us, hasVerifiedDomains: false }],
  ])('but none that %s', (_, user, organization) => expect(maySteer(user, organization)).toBe(false));
});
