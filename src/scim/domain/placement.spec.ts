import { describe, expect, it } from '@jest/globals';
import { type AccountFacts, type Standing, placementOf } from './placement.js';

const OURS = 1;
const THEIRS = 2;

const stranger: AccountFacts & Standing = {
  id: 7,
  username: 'ines',
  email: 'ines@x.example',
  emailKey: 'ines@x.example',
  isActive: true,
  isSystemAdmin: false,
  provisionedBy: null,
  isMember: false,
  isSuspended: false,
  belongsElsewhere: false,
  isKeptElsewhere: false,
};
const formerMember = { ...stranger, provisionedBy: OURS };

describe('where a user belongs', () => {
  it.each([
    ['no account, and no address was sent', false, null, 'none'],
    ['no account has the address', true, null, 'register'],
    ['a member has it', true, { ...stranger, isMember: true }, 'link'],
    ['a member who is suspended has it', true, { ...stranger, isMember: true, isSuspended: true }, 'link'],
    ['a stranger has it', true, stranger, 'invite'],
    ['a member of another organization has it', true, { ...stranger, belongsElsewhere: true }, 'invite'],
    ['an account that we made and let go has it', true, formerMember, 'readmit'],
    ['an account that another organization made has it', true, { ...stranger, provisionedBy: THEIRS }, 'invite'],
    ['an account that we made is elsewhere by now', true, { ...formerMember, belongsElsewhere: true }, 'invite'],
    ['an account that we made administers the installation', true, { ...formerMember, isSystemAdmin: true }, 'invite'],
    ['an account that we made is disabled', true, { ...formerMember, isActive: false }, 'invite'],
  ] as const)('when %s', (_, hasAddress, account, placement) => {
    expect(placementOf(hasAddress, account, OURS)).toBe(placement);
  });
});
