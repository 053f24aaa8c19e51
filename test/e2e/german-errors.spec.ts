import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const GERMAN = { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' };
const ROLES = '/api/v1/organizations/1/roles';

describe('an error for a person who reads German', () => {
  let app: TestApp;
  let olivia: LoggedIn;
  beforeAll(async () => {
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
  });
  afterAll(() => app.close());

  it.each([
    ['of the framework', 'GET', '/api/nothing', undefined, 'NOT_FOUND', 'Unter dieser Adresse gibt es nichts.'],
    ['of a stranger', 'GET', '/api/v1/me', undefined, 'UNAUTHORIZED', 'Dafür ist ein gültiges Zugriffs-Token nötig.'],
    [
      'of a login',
      'POST',
      '/api/auth/login',
      { username: 'olivia', password: 'wrong' },
      'UNAUTHORIZED',
      'Der Benutzername oder das Passwort ist falsch.',
    ],
    [
      'with arguments',
      'POST',
      '/api/auth/login',
      '{"username": "a",\n "password" "b"}',
      'VALIDATION_FAILED',
      'Der Inhalt der Anfrage ist kein wohlgeformtes JSON: Der Fehler liegt in Zeile 2, Spalte 13.',
    ],
  ])('is German: %s', async (_, method, path, body, code, message) => {
    const { body: told } = await app.http.send(method, path, body, { headers: GERMAN });
    expect([told.code, told.message]).toEqual([code, message]);
  });

  it('names things and fields in German, and what a person has sent as it is', async () => {
    const ask = (method: string, path: string, body?: unknown) =>
      app.http.send(method, path, body, { token: olivia.accessToken, headers: GERMAN });
    expect((await ask('DELETE', '/api/v1/roles/999')).body.message).toBe('Rolle nicht gefunden.');
    const { body } = await ask('POST', ROLES, { name: '', permisions: ['query.run'] });
    expect(body.message).toBe('Die Anfrage ist nicht gültig.');
    expect(body.details.map(({ field, message }: { field: string; message: string }) => [field, message])).toEqual([
      ['permisions', 'Dieses Feld gibt es nicht. Meinten Sie „permissions“?'],
      ['name', 'Darf nicht leer sein.'],
      ['permissions', 'Fehlt.'],
    ]);
  });

  it('names the marks that pile up on a letter, in every kind of name', async () => {
    const piled = `Zal${'\u0301'.repeat(40)}go`;
    const { accessToken: system } = await logIn(app.http, 'sysadmin');
    const fieldsTold = async (method: string, path: string, body: object, sentence: string, headers: Record<string, string> = {}) => {
      const token = path === '/api/v1/users' ? system : olivia.accessToken;
      const answer = await app.http.send(method, path, body, { token, headers: { 'If-Match': '"1"', ...headers } });
      const details: readonly { field: string; message: string }[] = answer.body.details ?? [];
      return details.filter(({ message }) => message.includes(sentence)).map(({ field }) => field);
    };
    const term = { data_source_id: 1, term: 'great', definition: 'long', columns: [], expression: null };
    const template = { organization_id: 1, name: piled, category: piled, template_text: 'x', tags: [piled], parameters: [] };
    for (const [method, path, body, ...fields] of [
      ['PATCH', '/api/v1/me', { display_name: piled }, 'display_name'],
      ['POST', '/api/v1/organizations/1/workspaces', { name: piled }, 'name'],
      ['POST', ROLES, { name: piled, permissions: [] }, 'name'],
      ['POST', '/api/v1/users', { username: 'zalgo', email: `zal${piled}@delta.example` }, 'email'],
      ['POST', '/api/v1/users', { username: piled, email: 'zalgo@delta.example' }, 'username'],
      ['POST', '/api/v1/data-sources/1/glossary-terms', { ...term, synonyms: [piled] }, 'synonyms[0]'],
      ['POST', '/api/v1/prompt-templates', template, 'name', 'category', 'tags[0]'],
    ] as const) {
      const english = await fieldsTold(method, path, body, 'than any language writes');
      const german = await fieldsTold(method, path, body, 'als irgendeine Sprache schreibt', GERMAN);
      expect([path, english, german]).toEqual([path, fields, fields]);
    }
  });

  it('is told in the language of whoever repeats a request', async () => {
    const twice = (headers: Record<string, string>) =>
      app.http.post(
        ROLES,
        { name: 'Owner', permissions: [] },
        { token: olivia.accessToken, headers: { 'Idempotency-Key': 'twice', ...headers } },
      );
    const english = 'The organization already has a role with this name. Choose another name.';
    const german = 'Die Organisation hat schon eine Rolle mit diesem Namen. Wählen Sie einen anderen Namen.';
    expect((await twice({})).body.message).toBe(english);
    expect((await twice(GERMAN)).body.message).toBe(german);
    expect((await twice({})).body.message).toBe(english);
  });

  it('lists what is in the way in German, before and with the refusal', async () => {
    const path = '/api/v1/sso/enforcement/1';
    const asked = { token: olivia.accessToken };
    const german = 'Aktivieren Sie eine Verbindung zu Ihrem Identitätsanbieter.';
    const preview = await app.http.post(`${path}/preview`, undefined, { ...asked, headers: GERMAN });
    expect(preview.body.data.preview.blockers[0].message).toBe(german);
    const etag = (await app.http.get(path, asked)).headers.get('etag') ?? '';
    const require = (headers: Record<string, string>) =>
      app.http.put(path, { mode: 'required' }, { ...asked, headers: { 'If-Match': etag, ...headers } });
    expect((await require(GERMAN)).body.blockers[0].message).toBe(german);
    expect((await require({})).body.blockers[0].message).toBe('Activate a connection to your identity provider.');
  });

  it('reaches the sign-in page in German, and protocols in English', async () => {
    const { headers } = await app.http.get('/api/auth/sso/0x1/start', { headers: { Accept: 'text/html', ...GERMAN } });
    expect(new URLSearchParams(new URL(headers.get('location') ?? '').hash.slice(1)).get('error_description')).toBe(
      'Die Anfrage ist nicht gültig.',
    );
    const scim = await app.http.get('/scim/v2/Users', { headers: GERMAN });
    expect(scim.body.detail).toBe('A valid provisioning token is required.');
    const mcp = await app.http.post('/mcp', {}, { headers: GERMAN });
    expect(mcp.body.error.message).toMatch(/^[A-Z].* is required/);
  });
});
