import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/http-client.js';
import { ERROR, type Json, LIST, PATCH_OP, type Scim, USER, startScim } from '../scim.js';

/** Step by step what Okta's SCIM 2.0 SPEC test asks (okta-developer-docs, "Okta-SCIM-20-SPEC-Test.json"), which its catalogue requires. */
describe("Okta's SPEC test", () => {
  const mark = randomBytes(4).toString('hex');
  const wanted = {
    userName: `runscope300${mark}@atko.com`,
    name: { givenName: `Runscope300${mark}`, familyName: `Test300${mark}` },
    emails: [{ primary: true, value: `runscope300${mark}@atko.com`, type: 'work' }],
  };
  let scim: Scim;
  let first: string;
  let id: string;
  beforeAll(async () => {
    scim = await startScim();
  });
  afterAll(() => scim.app.close());

  const filtered = (filter: string): Promise<Answer> => scim.get(`/Users?filter=${encodeURIComponent(filter)}`);
  const isUser = ({ body }: Answer): void => {
    expect(body).toMatchObject({
      id: expect.stringMatching(/./),
      name: { familyName: expect.stringMatching(/./), givenName: expect.stringMatching(/./) },
      userName: expect.stringMatching(/./),
      active: expect.any(Boolean),
    });
    expect(body.emails[0].value).toMatch(/@/);
  };

  it('1. lists the first user', async () => {
    const answer = await scim.get('/Users?count=1&startIndex=1');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ schemas: [LIST], startIndex: 1, itemsPerPage: 1, totalResults: expect.any(Number) });
    isUser({ ...answer, body: answer.body.Resources[0] });
    first = answer.body.Resources[0].id;
  });
  it('2. reads that user', async () => {
    const answer = await scim.get(`/Users/${first}`);
    expect(answer.status).toBe(200);
    isUser(answer);
  });
  it('3. finds nobody by a name that is not there', async () => {
    const answer = await filtered('userName eq "invalid_user@atko.com"');
    expect([answer.status, answer.body]).toMatchObject([200, { schemas: [LIST], totalResults: 0 }]);
  });
  it('4. finds no user by an id that is not there', async () => {
    const answer = await scim.get('/Users/010101001010101011001010101011');
    expect([answer.status, answer.body]).toMatchObject([404, { schemas: [ERROR], detail: expect.stringMatching(/./) }]);
  });
  it('5. makes sure that the new name is free', async () => {
    expect((await filtered(`userName eq "${wanted.userName}"`)).body.totalResults).toBe(0);
  });
  it('6. creates a user', async () => {
    const answer = await scim.post('/Users', { schemas: [USER], ...wanted, active: true, displayName: wanted.name.givenName });
    expect([answer.status, answer.body]).toMatchObject([201, { active: true, id: expect.any(String), schemas: [USER], ...wanted }]);
    ({ id } = answer.body);
  });
  it('7. reads it', async () => {
    const answer = await scim.get(`/Users/${id}`);
    expect([answer.status, answer.body]).toMatchObject([200, wanted]);
  });
  it('8. creates it once', async () => {
    expect((await scim.post('/Users', { schemas: [USER], ...wanted, active: true })).status).toBe(409);
  });
  it('9. finds it whatever the letters of the name', async () => {
    const answer = await filtered(`userName eq "${wanted.userName.toUpperCase()}"`);
    expect(answer.body.Resources.map((each: Json) => each['id'])).toEqual([id]);
  });
  it('10. lists groups', async () => expect((await scim.get('/Groups')).status).toBe(200));
  it('11. is refused without a token', async () => {
    expect((await scim.raw('GET', '/Users?filter=id%20eq%20%22x%22', { Accept: 'application/scim+json', Authorization: '' })).status).toBe(
      401,
    );
  });
  it('12. deactivates it', async () => {
    const message = { schemas: [PATCH_OP], Operations: [{ op: 'replace', value: { active: false } }] };
    const answer = await scim.send('PATCH', `/Users/${id}`, message);
    expect([answer.status, answer.body.active]).toEqual([200, false]);
  });

  it('leaves the name of a member to the client that writes it', async () => {
    const put = await scim.put(`/Users/${first}`, { schemas: [USER], userName: 'olivia@delta.example' });
    expect([put.status, put.body.name]).toEqual([200, undefined]);
    expect((await scim.get(`/Users/${first}`)).body.name).toBeUndefined();
  });
});
