import { describe, expect, it } from '@jest/globals';
import { identityFrom } from '../../src/sso/adapters/oidc/oidc-identity.js';
import type { AssertedIdentity } from '../../src/sso/domain/asserted-identity.js';
import type { OidcSettings } from '../../src/sso/domain/connection.js';
import { oidcConnection } from '../support/oidc-adapter.js';

type Claims = Readonly<Record<string, unknown>>;

function told(claims: Claims, settings: Partial<OidcSettings> = {}, information?: Claims): Omit<AssertedIdentity, 'idToken'> {
  return identityFrom(oidcConnection('https://idp.example', settings), { sub: 'ada', ...claims }, information);
}

const EMAIL = 'ada@corp.example';
const UPN = { attributes: { email: 'upn', name: 'name', groups: 'groups' } };

describe('an address counts as verified', () => {
  it.each<[boolean, string, Claims, Partial<OidcSettings>]>([
    [true, 'when the provider says so', { email_verified: true }, {}],
    [true, 'when the provider says so in text', { email_verified: 'true' }, {}],
    [true, 'when the provider says so in the text of another language', { email_verified: 'True' }, { addressProof: 'directory' }],
    [true, 'when the provider says so in capitals', { email_verified: 'TRUE' }, {}],
    [false, 'never when it says no in capitals', { email_verified: 'FALSE' }, { addressProof: 'directory' }],
    [true, 'when Entra ID vouches for the domain', { xms_edov: true }, {}],
    [true, 'when Entra ID vouches for the domain in a number', { xms_edov: 1 }, {}],
    [true, 'when nothing is said and the directory is believed', {}, { addressProof: 'directory' }],
    [false, 'never when nothing is said', {}, {}],
    [false, 'never when xms_edov is missing although a tenant is named', { tid: 'ours' }, { tenant: 'ours' }],
    [false, 'never against what the provider says', { email_verified: false }, { addressProof: 'directory' }],
    [false, 'never against what Entra ID says', { xms_edov: '0' }, { addressProof: 'directory' }],
    [false, 'never by one of two that disagree', { email_verified: true, xms_edov: false }, {}],
    [false, 'never by words that mean nothing', { email_verified: 'yes' }, {}],
  ])('%s: %s', (expected, _what, claims, settings) => {
    expect(told({ email: EMAIL, ...claims }, settings)).toMatchObject({ email: EMAIL, isEmailVerified: expected });
  });

  it('never by what is said of another claim', () => {
    const claims = { upn: 'victim@corp.example', email: EMAIL, email_verified: true };
    expect(told(claims, UPN)).toMatchObject({ email: 'victim@corp.example', isEmailVerified: false });
  });

  it('never by what is said of the address in another answer', () => {
    const information = { email: 'victim@corp.example', email_verified: true };
    expect(told({ email: EMAIL }, {}, information)).toMatchObject({ email: EMAIL, isEmailVerified: false });
    expect(told({ email_verified: true }, {}, { email: EMAIL })).toMatchObject({
      email: EMAIL,
      isEmailVerified: false,
    });
    expect(told({}, {}, information)).toMatchObject({ email: 'victim@corp.example', isEmailVerified: true });
  });
});

describe('what a provider says about a person', () => {
  it.each([
    ['no-address'],
    ['a@b@c'],
    ['a b@corp.example'],
    ['ada@corp.example\u0000'],
    [''],
    [7],
    [null],
    [['a@b.c', 'd@e.f']],
    [[['a@b.c']]],
    [{ value: 'a@b.c' }],
    [`${'a'.repeat(250)}@b.example`],
    [`${'a'.repeat(245)}@b.example`],
  ])('holds no address in %j', (email) => {
    expect(told({ email, email_verified: true })).toMatchObject({ email: null });
  });

  it.each([[''], ['a\nb'], ['ä'], ['x'.repeat(256)], [undefined], [{}]])('names no person by %j', (sub) => {
    expect(() => told({ sub })).toThrow(expect.objectContaining({ fault: 'RESPONSE_MALFORMED' }));
  });

  it.each<[unknown]>([[['a@b.c']], [['a@b.c', 'A@B.C']], ['a@b.c '], ['\ta@b.c']])('holds the address in %j', (email) => {
    expect(told({ email, email_verified: true })).toMatchObject({ email: 'a@b.c', isEmailVerified: true });
  });

  it.each([' ', '\u00a0', '\ufeff', '\n'])('is never made equal to something else by what is cut off (%j)', (space) => {
    expect(told({ sub: ' ada' }).subject).toBe(' ada');
    if (space !== ' ' && space !== '\n') expect(told({ email: `${EMAIL}${space}`, email_verified: true })).toMatchObject({ email: null });
    expect(told({ groups: ['staff', `${space}staff`] }).groups.filter((name) => name === 'staff')).toEqual(['staff']);
    expect(told({ groups: [`staff${space}`] }).groups).not.toContain('staff');
    expect(told({ sid: `one${space}` }).providerSessionId).not.toBe('one');
  });

  it('lists groups, whatever else stands among them', () => {
    expect(told({ groups: ['a', 'b', 'a', 7, '', null, { c: 1 }] }).groups).toEqual(['a', 'b']);
    expect(told({ groups: 'a' }).groups).toEqual(['a']);
    expect(told({ groups: { a: true } }).groups).toEqual([]);
    expect(told({ groups: Array.from({ length: 10_001 }, (_, n) => `g${n}`) }).groups).toHaveLength(10_000);
  });

  it.each<[AssertedIdentity['groupsSaid'], string, Claims, string?]>([
    ['listed', 'when there is a list', { groups: ['a'] }],
    ['listed', 'when there is one name', { groups: 'a' }],
    ['listed', 'when the list is empty', { groups: [] }],
    ['listed', 'when there are 10,000', { groups: Array.from({ length: 10_000 }, (_, n) => `g${n}`) }],
    ['incomplete', 'when there are more', { groups: Array.from({ length: 10_001 }, (_, n) => `g${n}`) }],
    ['incomplete', 'when they have no form that is known', { groups: { a: true } }],
    ['incomplete', 'when they are behind an address', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }],
    ['incomplete', 'when it says only that there are some', { hasgroups: true }],
    ['incomplete', 'when it says so in text', { hasgroups: 'true' }],
    ['listed', 'when it says so beside a list', { hasgroups: true, groups: ['a'] }],
    ['absent', 'when nothing is said', {}],
    ['absent', 'when something else is behind an address', { _claim_names: { photos: 'src1' } }],
    ['absent', 'when roles are asked for, and there are groups', { hasgroups: true, groups: ['a'] }, 'roles'],
    ['incomplete', 'when roles are behind an address', { _claim_names: { roles: 'src1' } }, 'roles'],
    ['absent', 'when no names are named', { groups: null }],
  ])('has groups %s: %s', (expected, _what, claims, name = 'groups') => {
    expect(told(claims, { attributes: { ...UPN.attributes, groups: name } }).groupsSaid).toBe(expected);
  });

  it('counts as several factors only by names that mean several', () => {
    const trusting = { trustsMfa: true };
    expect(told({ amr: ['pwd', 'mfa'] }, trusting).acr).toBe('aal2');
    expect(told({ acr: 'https://refeds.org/profile/mfa' }, trusting).acr).toBe('aal2');
    for (const claims of [{ amr: ['pwd', 'otp'] }, { amr: 'mfa' }, { acr: 'mfa' }, { acr: '1' }, { amr: ['mfa2'] }]) {
      expect(told(claims, trusting).acr).toBe('aal1');
    }
    expect(told({ amr: ['mfa'] }).acr).toBe('aal1');
  });

  it('holds no time in what is none', () => {
    expect(told({ auth_time: 1_700_000_000 }).authenticatedAt).toEqual(new Date(1_700_000_000_000));
    expect(told({ auth_time: 1e300 }).authenticatedAt).toBeNull();
    expect(told({ auth_time: '1700000000' }).authenticatedAt).toBeNull();
  });
});
