import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BASE, ENTERPRISE, GROUP, NOBODY, type Scim, USER, ids, query, startScim } from '../scim.js';
import { type People, invite } from './people.js';

const B = 'bjensen';
const J = 'jsmith';
const Q = 'quo"te\\back';
const PERCENT = '100%_done';
const ABC = '100abcdone';
const APPLE = 'Äpfel-Straße';
const M = 'minimal';
const Z = 'zed';

type Row = readonly [filter: string, found: readonly string[]];

/** Of the people in people.ts; others of the organization are not looked at. */
const SECTIONS: Readonly<Record<string, readonly Row[]>> = {
  'eq, without regard to case where the schema says so': [
    ['userName eq "bjensen"', [B]],
    ['userName eq "BJENSEN"', [B]],
    ['username EQ "bjensen"', [B]],
    ['USERNAME Eq "bjensen"', [B]],
    ['userName eq "bjense"', []],
    ['userName eq "ÄPFEL-STRASSE"', []],
    ['userName eq "äpfel-straße"', [APPLE]],
    ['name.familyName eq "jensen"', [B]],
    ['NAME.FAMILYNAME eq "Jensen"', [B]],
    ['title eq "Tour Guide"', [B, J]],
    ['emails.value eq "babs@DELTA.example"', [B]],
    ['emails eq "babs@jensen.org"', [B]],
    ['emails.type eq "work"', [B, J]],
    ['phoneNumbers.value eq "+1 201 555 0123"', [J]],
    ['addresses.country eq "de"', [Z]],
    ['roles eq "admin"', [Z]],
    ['roles.primary eq true', [Z]],
    ['active eq true and userType pr', [B, Z]],
    ['active eq false', [J]],
    ['profileUrl eq "https://people.example/BJensen"', [B]],
    ['displayName eq "山田 👩"', [APPLE]],
    ['nickName eq "tab\\there / slash"', [Q]],
  ],
  'eq, with regard to case where the schema says so': [
    ['externalId eq "Ext-B"', [B]],
    ['externalId eq "ext-b"', [J]],
    ['externalId eq "EXT-B"', []],
    [`id eq "${NOBODY}"`, []],
    ['id eq "no id at all"', []],
  ],
  ne: [
    ['userType ne "Employee" and userType pr', [J]],
    ['title ne "TOUR GUIDE" and title pr', [Q]],
    ['active ne true and userType pr', [J]],
    ['externalId ne "ext-b" and externalId pr', [B]],
    ['emails[type ne "work"]', [B]],
    ['emails.type ne "work" and emails pr', [B]],
    ['emails.type ne "home" and emails pr', [B, J]],
  ],
  'co, sw, ew': [
    ['userName co "JENS"', [B]],
    ['userName sw "bjen"', [B]],
    ['userName sw "jensen"', []],
    ['userName ew "SEN"', [B]],
    ['userName ew "bjen"', []],
    ['name.familyName co "ense"', [B]],
    ['emails co "jensen.org"', [B]],
    ['emails.value co "@smith"', [J]],
    ['emails.value sw "babs@"', [B]],
    ['emails.value ew ".io"', [J]],
    ['title co "guide"', [B, J]],
    ['userName co "straße"', [APPLE]],
    ['name.familyName co "ÜLL"', [APPLE]],
    ['externalId co "xt-b"', [J]],
    ['externalId sw "Ext"', [B]],
    ['externalId ew "-B"', [B]],
    ['profileUrl co "people.example"', [B]],
    ['displayName co "👩"', [APPLE]],
  ],
  'wildcards and quotes mean themselves': [
    ['userName sw "100%"', [PERCENT]],
    ['userName co "%"', [PERCENT]],
    ['userName co "_"', [PERCENT]],
    ['userName eq "100%_done"', [PERCENT]],
    ['userName ew "_done"', [PERCENT]],
    ['nickName eq "fifty%"', [PERCENT]],
    ['nickName co "y%"', [PERCENT]],
    ['userName co "\\\\"', [Q]],
    ['userName co "\\""', [Q]],
    ['userName eq "quo\\"te\\\\back"', [Q]],
    ['userName co "\'"', []],
    ['nickName co " \\/ "', [Q]],
    ['nickName co "\\t"', [Q]],
  ],
  'escapes of JSON': [
    ['userName eq "\\u0062jensen"', [B]],
    ['userName eq "\\u0042JENSEN"', [B]],
    ['userName sw "\\u00e4pfel"', [APPLE]],
    ['userName co "stra\\u00DFe"', [APPLE]],
    ['displayName co "\\ud83d\\udc69"', [APPLE]],
    ['userName co "\\u0022"', [Q]],
    ['userName co "\\u005c"', [Q]],
  ],
  pr: [
    ['title pr', [B, J, Q]],
    ['name pr', [B, J, APPLE]],
    ['name.givenName pr', [B, J]],
    ['emails pr', [B, J]],
    ['emails.type pr', [B, J]],
    ['active pr and userType pr', [B, J, Z]],
    ['addresses pr', [Z]],
    ['nickName pr', [Q, PERCENT, ABC]],
    ['externalId pr', [B, J]],
    ['roles.primary pr', [Z]],
    [`${ENTERPRISE}:department pr`, [B, J]],
    [`${ENTERPRISE}:manager pr`, []],
    ['nothingLikeThat pr', []],
  ],
  'gt, ge, lt, le': [
    ['userName gt "m" and userName lt "r"', [Q, M]],
    ['userName ge "minimal" and userName le "MINIMAL"', [M]],
    ['userName gt "minimal" and userName lt "minimal"', []],
    ['name.familyName ge "Jensen" and name.familyName lt "k"', [B]],
    ['name.familyName le "JENSEN"', [B]],
    ['externalId gt "Z"', [J]],
    ['externalId lt "Z"', [B]],
    ['emails.value gt "john@"', [J]],
    [`${ENTERPRISE}:employeeNumber lt "8"`, [B]],
  ],
  'instants, whatever the zone they are written in': [
    ['meta.created lt "2026-11-20T10:00:00Z" and title pr', [B]],
    ['meta.created le "2026-11-20T10:00:00Z" and title pr', [B, J]],
    ['meta.created eq "2026-11-20T10:00:00Z"', [J]],
    ['meta.created eq "2026-11-20T10:00:00.000Z"', [J]],
    ['meta.created eq "2026-11-20T11:00:00+01:00"', [J]],
    ['meta.created gt "2026-11-20T05:59:59-05:00" and title pr', [Q]],
    ['meta.created ge "2026-11-20T11:00:00Z" and title pr', [Q]],
    ['meta.lastModified ge "2026-11-20T16:00:00Z"', [Z]],
    ['META.LASTMODIFIED gt "2026-11-20T15:59:59.999Z"', [Z]],
    ['meta.created ne "2026-11-20T10:00:00Z" and title pr', [B, Q]],
    ['meta.created pr and title pr', [B, J, Q]],
  ],
  'meta and schemas': [
    ['meta.resourceType eq "User" and title pr', [B, J, Q]],
    ['meta.resourceType eq "Group"', []],
    ['meta.location pr and title pr', [B, J, Q]],
    ['meta.location co "/Groups/"', []],
    ['meta.version eq "W/\\"1\\"" and title pr', [B, J, Q]],
    [`schemas eq "${ENTERPRISE}"`, [B, J]],
    [`schemas eq "${USER}" and title pr`, [B, J, Q]],
    ['schemas eq "urn:none"', []],
    ['schemas co "enterprise"', [B, J]],
    [`schemas pr and title pr`, [B, J, Q]],
  ],
  'names qualified by their URN (RFC 7644 section 3.10)': [
    [`${USER}:userName eq "bjensen"`, [B]],
    [`${USER.toUpperCase()}:USERNAME eq "bjensen"`, [B]],
    [`${USER}:name.familyName sw "smi"`, [J]],
    [`${USER}:emails[type eq "home"]`, [B]],
    [`${ENTERPRISE}:department eq "tours"`, [B]],
    [`${ENTERPRISE}:employeeNumber eq "80"`, [J]],
    [`${ENTERPRISE}:department co "o" and active eq true`, [B]],
    ['urn:example:none:1.0:User:x eq "y"', []],
  ],
  'and, or, not, grouping': [
    ['userName eq "bjensen" or userName eq "jsmith"', [B, J]],
    ['title pr and active eq false', [J]],
    // "and" binds before "or" (RFC 7644 table 5).
    ['userName eq "zed" or title pr and active eq false', [J, Z]],
    ['title pr and active eq false or userName eq "zed"', [J, Z]],
    ['(userName eq "zed" or title pr) and active eq false', [J]],
    ['title pr and (active eq false or userName eq "zed")', [J]],
    ['title pr and not (active eq false) and userType pr', [B]],
    ['not (userType eq "Employee") and userType pr', [J]],
    ['not (title pr) and userType pr', [Z]],
    ['not (not (userName eq "zed"))', [Z]],
    ['NOT (userType EQ "Intern") AND userType PR', [B, Z]],
    ['((((userName eq "zed"))))', [Z]],
    ['(title pr) and ((active eq true) or (active eq false))', [B, J, Q]],
    ['userName eq "a" or userName eq "b" or userName eq "zed"', [Z]],
    ['not (title pr or nickName pr) and (userType pr or name pr)', [APPLE, Z]],
    ['title pr and nickName pr and userName co "quo"', [Q]],
    ['userName eq "zed" and (userName eq "zed")', [Z]],
  ],
  'value paths': [
    ['emails[type eq "work"]', [B, J]],
    ['emails[type eq "work" and value co "delta"]', [B]],
    ['emails[type eq "home" and value co "delta"]', []],
    ['emails[type eq "home" or value co "smith"]', [B, J]],
    ['emails[not (type eq "work")]', [B]],
    ['emails[(type eq "work" or type eq "home") and primary eq true]', [B]],
    ['emails[primary eq true]', [B]],
    ['emails[value pr]', [B, J]],
    ['EMAILS[TYPE EQ "work" AND VALUE CO "delta"]', [B]],
    ['addresses[type eq "work" and country eq "US"]', [Z]],
    // Each value for itself: no address is at work and in Germany.
    ['addresses[type eq "work" and country eq "DE"]', []],
    ['addresses.type eq "work" and addresses.country eq "DE"', [Z]],
    ['emails[type eq "work"] and active eq true', [B]],
    ['active eq true and emails[type eq "work"]', [B]],
    ['userName eq "zed" or emails[type eq "home"]', [B, Z]],
    ['not (emails[type eq "home"]) and emails pr', [J]],
    ['(emails[type eq "home"] or addresses[country eq "DE"]) and active eq true', [B, Z]],
    ['emails[type eq "work"] and emails[type eq "home"]', [B]],
    ['emails[value sw "john@" and type ne "home"]', [J]],
    ['name[familyName eq "jensen"]', [B]],
  ],
  'null is no value (RFC 7643 section 2.5)': [
    ['title eq null and userType pr', [Z]],
    ['title ne null', [B, J, Q]],
  ],
  'what no user has': [
    ['favouriteRiver eq "Elbe"', []],
    ['name.nothing eq "x"', []],
    ['emails[nothing eq "x"]', []],
    ['nothing.at eq 5', []],
    ['manager eq "x"', []],
  ],
};

describe('filters (RFC 7644 section 3.4.2.2)', () => {
  let scim: Scim;
  let people: People;
  beforeAll(async () => {
    scim = await startScim();
    people = await invite(scim);
  });
  afterAll(() => scim.app.close());

  describe.each(Object.entries(SECTIONS))('%s', (_, rows) => {
    it.each(rows)('%s', async (filter, found) => {
      expect((await people.found(filter)).sort()).toEqual([...found].sort());
    });
  });

  it('id eq finds one', async () => {
    expect(await people.found(`id eq "${people.ids[B]}"`)).toEqual([B]);
    expect(await people.found(`id ne "${people.ids[B]}" and title pr`)).toEqual([J, Q]);
  });
  it('meta.location eq finds one', async () =>
    expect(await people.found(`meta.location eq "${BASE}/Users/${people.ids[B]}"`)).toEqual([B]));
  it('totalResults counts what the filter finds', async () => {
    const answer = await scim.get(`/Users${query({ filter: 'emails[type eq "home"]' })}`);
    expect(answer.body).toMatchObject({ totalResults: 1, itemsPerPage: 1, startIndex: 1 });
  });
  it('finding nothing is 200 and an empty list', async () => {
    const answer = await scim.get(`/Users${query({ filter: 'userName eq "nobody"' })}`);
    expect([answer.status, answer.body]).toMatchObject([200, { totalResults: 0, Resources: [] }]);
  });

  describe('groups', () => {
    let guides: string, everyone: string;
    beforeAll(async () => {
      guides = (await scim.group('Tour Guides', [String(people.ids[B]), String(people.ids[J])])).id;
      everyone = (await scim.group('Everyone', [guides, String(people.ids[Z])])).id;
      await scim.post('/Groups', { schemas: [GROUP], displayName: 'Empty', externalId: 'Ext-G' });
    });
    const found = async (filter: string) => ids(await scim.get(`/Groups${query({ filter })}`)).sort();
    const rows: readonly (readonly [string, () => string[]])[] = [
      ['displayName eq "tour guides"', () => [guides]],
      ['displayName sw "TOUR"', () => [guides]],
      ['displayName co "u" and members pr', () => [guides]],
      ['displayName gt "everything"', () => [guides]],
      [`${GROUP}:displayName eq "Everyone"`, () => [everyone]],
      ['members eq "B"', () => [guides]],
      ['members.value eq "B"', () => [guides]],
      ['members[value eq "B"]', () => [guides]],
      ['members.value eq "Z"', () => [everyone]],
      ['members[value eq "B"] and members[value eq "J"]', () => [guides]],
      ['members[value eq "B" or value eq "Z"]', () => [guides, everyone]],
      ['members.type eq "Group"', () => [everyone]],
      ['members[type eq "User" and value eq "Z"]', () => [everyone]],
      ['members pr', () => [guides, everyone]],
      ['displayName eq "Everyone" and members eq "Z"', () => [everyone]],
      ['displayName eq "Everyone" and members eq "B"', () => []],
      ['not (members eq "B") and members pr', () => [everyone]],
      ['members eq "no id"', () => []],
      ['meta.resourceType eq "Group" and members pr', () => [guides, everyone]],
      ['userName pr', () => []],
    ];
    it.each(rows)('%s', async (filter, expected) => {
      const named = filter.replace(/"([BJZ])"/g, (_, letter: 'B' | 'J' | 'Z') => `"${people.ids[{ B, J, Z }[letter]]}"`);
      expect(await found(named)).toEqual(expected().sort());
    });
    it('externalId eq, with regard to case', async () => {
      expect(await found('externalId eq "Ext-G"')).toHaveLength(1);
      expect(await found('externalId eq "ext-g"')).toHaveLength(0);
    });
    it('users are found by their groups', async () => {
      expect(await people.found(`groups.value eq "${guides}"`)).toEqual([B, J]);
      expect(await people.found(`groups[value eq "${guides}"] and active eq true`)).toEqual([B]);
      expect(await people.found(`groups eq "${guides}"`)).toEqual([B, J]);
    });
    it('users are found by their manager', async () => {
      await scim.patch(`/Users/${people.ids[J]}`, [{ op: 'add', path: `${ENTERPRISE}:manager`, value: { value: people.ids[B] } }]);
      for (const name of [`${ENTERPRISE}:manager.value`, `${ENTERPRISE}:manager`, 'manager', 'manager.value'])
        expect([name, await people.found(`${name} eq "${people.ids[B]}"`)]).toEqual([name, [J]]);
    });
  });
});
