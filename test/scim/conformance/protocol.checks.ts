import { beforeAll, describe, expect, it } from '@jest/globals';
import { ERROR, type Json, NOBODY, PATCH_OP, type Scim, USER, expectRefusal, scimAnew } from '../scim.js';

describe('the protocol around the resources (RFC 7644 sections 2, 3.1, 3.8, 3.11 to 3.13)', () => {
  let scim: Scim;
  let user: Json & { id: string };
  beforeAll(async () => {
    scim = await scimAnew();
    user = await scim.user({ userName: 'protocol' });
  });

  const everywhere = [
    ['GET', '/ServiceProviderConfig'],
    ['GET', '/ResourceTypes'],
    ['GET', '/Schemas'],
    ['GET', '/Users'],
    ['GET', '/Groups'],
    ['POST', '/Users'],
    ['POST', '/Groups'],
    ['POST', '/Bulk'],
    ['POST', '/.search'],
    ['POST', '/Users/.search'],
    ['POST', '/Groups/.search'],
    ['GET', `/Users/${NOBODY}`],
    ['PUT', `/Users/${NOBODY}`],
    ['PATCH', `/Users/${NOBODY}`],
    ['DELETE', `/Users/${NOBODY}`],
    ['GET', `/Groups/${NOBODY}`],
    ['PUT', `/Groups/${NOBODY}`],
    ['PATCH', `/Groups/${NOBODY}`],
    ['DELETE', `/Groups/${NOBODY}`],
    ['GET', '/Me'],
  ] as const;
  const bodyOf = (method: string) => (method === 'GET' || method === 'DELETE' ? undefined : '{}');
  const JSON_TYPE = { 'Content-Type': 'application/scim+json', Accept: 'application/scim+json' };

  describe('authentication (section 2)', () => {
    it.each(everywhere)('%s %s needs a token', async (method, path) => {
      const answer = await scim.raw(method, path, { ...JSON_TYPE, Authorization: '' }, bodyOf(method));
      expectRefusal(answer, 401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    });
    it.each(['Bearer', 'Bearer ', 'Bearer nonsense', 'Basic dXNlcjpwYXNz', 'bearer hgscim_none', 'Bearer hgscim_%00'])(
      'refuses "%s"',
      async (Authorization) => expectRefusal(await scim.raw('GET', '/Users', { ...JSON_TYPE, Authorization }), 401),
    );
    it('reads the scheme without regard to case', async () =>
      expect((await scim.raw('GET', '/Users', { ...JSON_TYPE, Authorization: `bearer ${scim.token}` })).status).toBe(200));
    it('refuses the token of a person', async () => {
      const login = await scim.app.http.post('/api/auth/login', {
        username: 'olivia',
        password: 'river-delta-headgate',
      });
      expectRefusal(await scim.raw('GET', '/Users', { ...JSON_TYPE, Authorization: `Bearer ${login.body.access_token}` }), 401);
    });
    it('opens nothing but SCIM', async () => {
      const answer = await scim.app.http.get('/api/v1/organizations/1/members', { token: scim.token });
      expect(answer.status).toBe(401);
    });
  });

  describe('Accept (section 3.8)', () => {
    it.each([
      'application/scim+json',
      'application/json',
      '*/*',
      'application/*',
      'text/html, application/scim+json;q=0.5',
      'application/scim+json; charset=utf-8',
      'APPLICATION/SCIM+JSON',
      'application/json, text/plain, */*',
      // Java's HttpURLConnection up to 18.
      'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
      '*/*; q=.2',
      '*; q=.2',
      'application/json;q=.9',
      'application/json;q=1.',
      'application/scim+json;q=0.12345',
      '',
      ' ',
    ])('%s is answered as SCIM', async (Accept) => {
      const answer = await scim.get('/Users', { Accept });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    });
    it('left out is answered as SCIM', async () => {
      const answer = await scim.raw('GET', '/Users');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    });
    it.each([
      'text/html',
      'application/xml',
      'application/scim+json;q=0',
      '*/*;q=.0',
      '*/*;q=.',
      '*/*;q=-.5',
      '*/*;q=2',
      '*/*;q=a',
      '*x',
      'text/*, image/png',
      'application/scim',
    ])('%s is 406', async (Accept) => {
      for (const path of ['/Users', '/Groups', '/ResourceTypes', '/Schemas', `/Users/${user.id}`])
        expectRefusal(await scim.get(path, { Accept }), 406);
    });
    it('406 changes nothing', async () => {
      expectRefusal(await scim.post('/Users', { userName: 'unheard' }, { Accept: 'text/html' }), 406);
      expect((await scim.post('/Users', { schemas: [USER], userName: 'unheard' })).status).toBe(201);
    });
  });

  describe('a base address with a slash at its end', () => {
    it.each(['/Users', '/Groups', '/Schemas', '/ResourceTypes', '/ServiceProviderConfig'])('leads to %s', async (path) => {
      const [one, two] = [await scim.get(path), await scim.get(`/${path}`)];
      expect([two.status, two.body.totalResults]).toEqual([200, one.body.totalResults]);
      expect((await scim.get(`/${path}?count=1`)).status).toBe(200);
    });
    it('makes, changes and removes users', async () => {
      const made = await scim.send('POST', '//Users', { schemas: [USER], userName: 'slash' });
      expect([made.status, made.headers.get('location')]).toEqual([201, expect.stringMatching(/[^:]\/scim\/v2\/Users\/[^/]+$/)]);
      const { id } = made.body;
      expect((await scim.send('PUT', `//Users/${id}`, { schemas: [USER], userName: 'slash', title: 'x' })).status).toBe(200);
      expect((await scim.send('DELETE', `//Users/${id}`)).status).toBe(204);
    });
    it.each(['///Users', '//Users//x', '/Users//', '//'])('is not meant by %s', async (path) => expectRefusal(await scim.get(path), 404));
  });

  describe('Content-Type (section 3.8)', () => {
    let number = 0;
    const post = (type: string) => {
      number += 1;
      return scim.post('/Users', { schemas: [USER], userName: `typed-${number}` }, { 'Content-Type': type });
    };
    it.each([
      'application/scim+json',
      'application/json',
      'application/scim+json; charset=utf-8',
      'application/scim+json;charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json; charset=utf8',
      'application/scim+json;charset="UTF8"',
      'application/scim+json; profile=x; charset=utf8; q=1',
      'Application/SCIM+JSON',
    ])('%s is read', async (type) => expect((await post(type)).status).toBe(201));
    it.each([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/scim',
      'nonsense',
    ])('%s is 415', async (type) => {
      expectRefusal(await post(type), 415);
      expectRefusal(await scim.send('PATCH', `/Users/${user.id}`, '{}', { 'Content-Type': type }), 415);
      expectRefusal(await scim.send('PUT', `/Users/${user.id}`, '{}', { 'Content-Type': type }), 415);
    });
    it('left out is 415', async () =>
      expectRefusal(await scim.raw('POST', '/Users', { Accept: 'application/scim+json' }, '{"userName":"untyped"}'), 415));
    it.each(['iso-8859-1', 'utf-16', 'utf16', 'utf-80', 'utf8x', 'xutf8', 'nonsense'])('the charset %s is 415', async (charset) =>
      expectRefusal(await post(`application/scim+json; charset=${charset}`), 415),
    );
  });

  describe('errors (section 3.12)', () => {
    it.each([
      ['/Nothing', 404],
      ['/Users/a/b', 404],
      ['/', 404],
      ['', 404],
    ])('GET %s is %i', async (path, status) => expectRefusal(await scim.get(path), status));
    it.each([
      ['PUT', '/Groups', 405],
      ['PATCH', '/Users', 405],
      ['DELETE', '/Bulk', 405],
      ['GET', '/Bulk', 405],
      ['POST', `/Users/${NOBODY}`, 405],
      ['POST', '/Schemas', 405],
    ])('%s %s is %i', async (method, path, status) => {
      const answer = await scim.send(method, path, bodyOf(method));
      expectRefusal(answer, status);
      expect(answer.headers.get('allow')).toMatch(/[A-Z]/);
    });
    it.each(['{', '', 'nonsense', '{"userName": }', "{'userName':'x'}", '{"a":1}{"b":2}', '\uFEFF'])(
      'a body of %j is invalidSyntax',
      async (body) => {
        expectRefusal(await scim.send('POST', '/Users', body), 400, 'invalidSyntax');
        expectRefusal(await scim.send('PATCH', `/Users/${user.id}`, body), 400, 'invalidSyntax');
      },
    );
    it.each(['[]', '"text"', '5', 'null', 'true'])('a body of %s is invalidSyntax', async (body) => {
      for (const path of ['/Users', '/Groups', '/Bulk', '/.search'])
        expectRefusal(await scim.send('POST', path, body), 400, 'invalidSyntax');
    });
    it('say no more than they must', async () => {
      const answer = await scim.get(`/Users/${NOBODY}`);
      expect(Object.keys(answer.body).sort()).toEqual(['detail', 'schemas', 'status']);
      expect(answer.body.schemas).toEqual([ERROR]);
    });
    it('carry the id of the request', async () => expect((await scim.get(`/Users/${NOBODY}`)).headers.get('x-request-id')).toBeTruthy());
  });

  describe('Me (section 3.11)', () => {
    it.each([
      ['GET', undefined],
      ['PUT', {}],
      ['PATCH', { schemas: [PATCH_OP], Operations: [] }],
      ['DELETE', undefined],
      ['POST', {}],
    ])('%s is 501', async (method, body) => expectRefusal(await scim.send(method, '/Me', body), 501));
  });

  it('answers are not to be kept by caches', async () =>
    expect((await scim.get(`/Users/${user.id}`)).headers.get('cache-control')).toContain('no-store'));
});
