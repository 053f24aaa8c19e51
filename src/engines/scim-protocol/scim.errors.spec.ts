import { describe, expect, it } from '@jest/globals';
import { ConcurrentChange, DomainError, Forbidden, ValidationFailed } from '../../shared/domain-error.js';
import { AboveCeiling, BreakGlassStays, InvalidValue, LastOwnerStays, NotUnique, VersionMismatch, inTermsOfScim } from './scim.errors.js';
import { verbatim } from '../../shared/sentence.js';

describe('inTermsOfScim', () => {
  it.each([
    ['a name that was taken meanwhile', new DomainError('conflict', 'CONFLICT', verbatim('Taken.')), new ConcurrentChange()],
    ['a role that allows too much', new Forbidden(), new AboveCeiling()],
    ['the last owner', new DomainError('conflict', 'LAST_OWNER', verbatim('One owner stays.')), new LastOwnerStays()],
    ['a way in for emergencies', new DomainError('conflict', 'BREAK_GLASS_STAYS', verbatim('It stays.')), new BreakGlassStays()],
    [
      'a weak password, by what is wrong with it alone',
      new ValidationFailed([{ field: 'password', message: verbatim('Too short.') }], verbatim('The password is not acceptable.')),
      new InvalidValue('Too short.'),
    ],
  ])('says %s in its own words', (_, error, said) => {
    const translated = inTermsOfScim(error) as DomainError;
    expect(translated.constructor).toBe(said.constructor);
    expect(translated.message).toBe(said.message);
  });

  it.each([
    ['what SCIM refuses itself', new NotUnique('Another user has this userName. Choose another one.')],
    ['a version that is not the one asked for', new VersionMismatch()],
    ['another conflict', new DomainError('conflict', 'BREAK_GLASS_NEEDED', verbatim('Two are needed.'))],
    ['a fault', new Error('The database is gone.')],
  ])('leaves %s as it is', (_, error) => {
    expect(inTermsOfScim(error)).toBe(error);
  });
});
