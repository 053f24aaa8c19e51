import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Mailbox } from '../support/mailbox.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PREFERENCES = '/api/v1/me/preferences';
const GERMAN = { language: 'de', time_zone: 'Europe/Berlin' };

describe('the language and time zone of mails', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let vera: LoggedIn;
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: mailbox.environment });
    vera = await logIn(app.http, 'vera');
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const choose = (body: object, { accessToken: token } = vera) => app.http.put(PREFERENCES, body, { token });
  const chosen = async ({ accessToken: token } = vera) => (await app.http.get(PREFERENCES, { token })).body.data.preferences;

  it('are nobody’s until they choose them, and theirs alone then', async () => {
    const nora = await logIn(app.http, 'nora');
    expect(await chosen()).toEqual({ language: null, time_zone: null });
    const answer = await choose(GERMAN);
    expect([answer.status, answer.body.data]).toEqual([200, { preferences: GERMAN, message: 'Preferences changed.' }]);
    expect([await chosen(), await chosen(nora)]).toEqual([GERMAN, { language: null, time_zone: null }]);
    const events = await app.dataSource.query(
      `SELECT detail FROM audit_events WHERE action = 'user.preferences_changed' AND actor_user_id = $1`,
      [vera.userId],
    );
    expect(events).toEqual([{ detail: GERMAN }]);
  });

  it('tell of their change once, in the language that the person has read until then', async () => {
    const oscar = await logIn(app.http, 'oscar');
    await choose(GERMAN, oscar);
    // The first choice is that of the browser.
    expect(await mailbox.arrived(app)).toEqual([]);
    await choose({ language: 'en', time_zone: null }, oscar);
    await choose({ language: 'en', time_zone: null }, oscar);
    const mails = await mailbox.arrived(app);
    expect(mails.map(({ subject }) => subject)).toEqual(['Sprache oder Zeitzone Ihrer Headgate-Mails wurde geändert']);
    expect(mails[0]?.text).toMatch(/ ME(?:S)?Z wurde die Sprache oder die Zeitzone Ihrer Mails geändert\./);
  });

  it('change a few times at once, and then wait, so that they flood no mailbox', async () => {
    const adam = await logIn(app.http, 'adam');
    const statuses: number[] = [];
    for (const language of ['en', 'de', 'en', 'de', 'en', 'de', 'en'])
      statuses.push((await choose({ language, time_zone: null }, adam)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await chosen(adam)).toEqual({ language: 'de', time_zone: null });
    expect(await mailbox.arrived(app)).toHaveLength(5);
  });

  it.each([
    ['another language', { ...GERMAN, language: 'fr' }, ['language', 'not_one_of']],
    ['no language', { time_zone: null }, ['language', 'missing']],
    ['a zone that nobody has', { ...GERMAN, time_zone: 'Europe/Atlantis' }, ['time_zone', 'malformed']],
    ['an offset, which knows no summer time', { ...GERMAN, time_zone: '+01:00' }, ['time_zone', 'malformed']],
    ['a zone that is no text', { ...GERMAN, time_zone: 1 }, ['time_zone', 'wrong_type']],
  ])('are refused for %s', async (_, body, [field, code]) => {
    const { status, body: answer } = await choose(body);
    expect([status, answer.details]).toEqual([400, [expect.objectContaining({ field, code })]]);
  });

  it('are those of a mail, whoever causes it and in whatever language', async () => {
    await choose(GERMAN);
    await mailbox.arrived(app);
    await app.http.post('/api/auth/password-reset/request', { email: 'vera@delta.example' }, { headers: { 'Accept-Language': 'en' } });
    const [mail] = await mailbox.arrived(app);
    expect(mail?.subject).toBe('Setzen Sie Ihr Headgate-Passwort zurück');
    expect(mail?.text).toMatch(/^Der Link gilt einmal, bis \d{1,2}\. \S+ \d{4} um \d\d:\d\d ME(?:S)?Z\./m);
  });

  it('are those of whoever writes, to a stranger', async () => {
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const roles = (await app.http.get('/api/v1/organizations/1/roles', { token })).body.data.roles;
    const roleId = roles.find(({ name }: { name: string }) => name === 'viewer').id;
    const body = { email: 'stranger@elsewhere.example', workspace_id: 1, role_id: roleId };
    const headers = { 'Accept-Language': 'de' };
    expect((await app.http.post('/api/v1/organizations/1/invitations', body, { token, headers })).status).toBe(201);
    const [mail] = await mailbox.arrived(app);
    expect(mail?.subject).toMatch(/^Einladung zu /);
    expect(mail?.text).toMatch(/^Die Einladung gilt einmal, bis .* UTC, nur für diese E-Mail-Adresse\./m);
  });

  it('end with the account', async () => {
    const rules = await app.dataSource.query(
      `SELECT confdeltype::text AS rule FROM pg_constraint WHERE conrelid = 'reading_preferences'::regclass AND contype = 'f'`,
    );
    expect(rules).toEqual([{ rule: 'c' }]);
  });
});
