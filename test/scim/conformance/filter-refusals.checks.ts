import { beforeAll, describe, expect, it } from '@jest/globals';
import { SEARCH, type Scim, expectRefusal, query, scimAnew } from '../scim.js';

const MALFORMED = [
  'userName',
  'userName eq',
  'eq "x"',
  'userName "x"',
  'userName eq x',
  'userName eq "x',
  'userName eq x"',
  "userName eq 'x'",
  'userName == "x"',
  'userName = "x"',
  'userName like "x"',
  'userName eq "x" and',
  'and userName eq "x"',
  'userName eq "x" or',
  'or',
  'userName eq "x" and or title pr',
  'userName eq "x" && title pr',
  'userName eq "x" xor title pr',
  'userName eq "x" title pr',
  'userName eq "x", title pr',
  'userName eq "x" "y"',
  '(userName eq "x"',
  'userName eq "x")',
  '()',
  '(userName) eq "x"',
  'not',
  'not ()',
  'not userName',
  'userName pr "x"',
  'userName pr pr',
  'pr',
  'emails[type eq "work"',
  'emails[]',
  'emails[type]',
  'emails type eq "work"]',
  'emails[type eq "work"]]',
  'emails[[type eq "work"]]',
  'emails[emails[type eq "work"]]',
  '[type eq "work"]',
  'emails[type eq "work"] value eq "x"',
  'userName eq "\\x"',
  'userName eq "\\u12"',
  'userName eq "\\uzzzz"',
  'userName eq "a"b"',
  'userName eq nul',
  'userName eq undefined',
  'userName eq 1.',
  'userName eq .5',
  'userName eq 1e',
  'userName eq 0x10',
  'userName eq {"a":1}',
  'userName eq ["x"]',
  'user name eq "x"',
  '1userName eq "x"',
  '.userName eq "x"',
  'userName. eq "x"',
  'name..familyName eq "x"',
  'name.familyName.more eq "x"',
  'user%Name eq "x"',
  'userName;DROP eq "x"',
  'urn: eq "x"',
  '"userName" eq "x"',
  'active gt true',
  'active ge true',
  'active lt false',
  'active le false',
  'emails[primary gt true]',
  'x509Certificates.value gt "AAAA"',
] as const;

describe('filters that are none (RFC 7644 sections 3.4.2.2 and 3.12)', () => {
  let scim: Scim;
  beforeAll(async () => {
    scim = await scimAnew();
  });

  it.each(MALFORMED)('%s', async (filter) => expectRefusal(await scim.get(`/Users${query({ filter })}`), 400, 'invalidFilter'));
  it.each(MALFORMED.slice(0, 6))('%s, for groups', async (filter) =>
    expectRefusal(await scim.get(`/Groups${query({ filter })}`), 400, 'invalidFilter'),
  );
  it.each(MALFORMED.slice(0, 6))('%s, in a search', async (filter) => {
    for (const root of ['/Users', '/Groups', ''])
      expectRefusal(await scim.post(`${root}/.search`, { schemas: [SEARCH], filter }), 400, 'invalidFilter');
  });
  it.each(['userName eq 5', 'userName eq true', 'active eq 5', 'active eq "perhaps"', 'meta.created gt "yesterday"'])(
    '%s finds nothing or is refused',
    async (filter) => {
      const answer = await scim.get(`/Users${query({ filter })}`);
      if (answer.status === 200) expect(answer.body.totalResults).toBe(0);
      else expectRefusal(answer, 400, 'invalidFilter');
    },
  );
});
