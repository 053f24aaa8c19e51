import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { DeliverEvents } from '../../src/audit/application/deliver-events.js';
import { PurgeDeliveries } from '../../src/audit/application/purge-deliveries.js';
import { SEALED_COLUMNS } from '../../src/boot/database.js';
import { seal } from '../support/audit.js';
import { Mailbox } from '../support/mailbox.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { type Received, TestReceiver } from '../support/webhook-receiver.js';

const PATH = '/api/v1/organizations/1/webhooks';

let app: TestApp;
let mailbox: Mailbox;
let receiver: TestReceiver;
let owner: string;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  receiver = await TestReceiver.start();
  app = await startTestApp({ environment: { ...mailbox.environment, WEBHOOK_NETWORKS: 'loopback', RATE_LIMIT_MULTIPLIER: '1000' } });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
  await mailbox.close();
});
/** Tests move the clock by more than an access token lives. */
const comeBack = async (): Promise<void> => {
  ({ accessToken: owner } = await logIn(app.http, 'olivia'));
};
beforeEach(async () => {
  await comeBack();
  await app.dataSource.query('DELETE FROM webhooks');
  await seal(app);
  receiver.answer = () => ({ status: 204 });
  receiver.taken();
});

const created = async (actions: readonly string[] = ['test.*'], url = receiver.url) => {
  const { status, body } = await app.http.post(PATH, { name: 'SIEM', url, actions }, { token: owner });
  expect([status, body.details]).toEqual([201, undefined]);
  return body.data as { webhook: { id: number; version: number }; secret: string };
};
const at = (id: number, rest = ''): string => `${PATH}/${id}${rest}`;
const read = async (id: number) => (await app.http.get(at(id), { token: owner })).body.data.webhook;
const log = async (id: number, query = '') => (await app.http.get(at(id, `/deliveries${query}`), { token: owner })).body.data.deliveries;
const change = async (id: number, body: object) =>
  app.http.patch(at(id), body, { token: owner, headers: { 'If-Match': `"${(await read(id)).version}"` } });
let recorded = 0;
/** Events of organization 1, sealed. */
const happen = async (count = 1, action = 'test.done', organizationId = 1): Promise<void> => {
  for (let n = 0; n < count; n += 1)
    await app.dataSource.query(
      `INSERT INTO audit_events (occurred_at, action, outcome, actor_user_id, organization_id, detail)
       VALUES ($1, $2, 'success', 2, $3, jsonb_build_object('n', $4::int))`,
      [app.clock.now(), action, organizationId, ++recorded],
    );
  await seal(app);
};
const deliver = (): Promise<void> => app.app.get(DeliverEvents, { strict: false }).execute();
const numbers = (received: readonly Received[]): number[] => received.map(({ body }) => body.data.detail.n);
const lastNumbers = (count: number): number[] => Array.from({ length: count }, (_, index) => recorded - count + 1 + index);

describe('a webhook', () => {
  it('gets the events of its organization that it wants, in order, signed as Standard Webhooks says', async () => {
    await happen();
    const { webhook, secret } = await created(['test.done', 'role.*']);
    await happen(1, 'other.thing');
    await happen(1, 'test.done', 2);
    await happen(2);
    await happen(1, 'role.updated');
    await deliver();
    const taken = receiver.taken();
    expect(numbers(taken)).toEqual(lastNumbers(3));
    const standard = new StandardWebhook(secret);
    for (const { text, headers, body } of taken) {
      const [, signature] = (headers['webhook-signature'] as string).split(',');
      const signedAt = new Date(Number(headers['webhook-timestamp']) * 1000);
      expect(standard.sign(headers['webhook-id'] as string, signedAt, text)).toBe(`v1,${signature}`);
      expect(headers['webhook-id']).toBe(`evt_${body.data.id}`);
      expect(body).toEqual({
        type: body.data.action,
        timestamp: body.data.occurred_at,
        data: expect.objectContaining({ organization_id: 1 }),
      });
    }
    const inTrail = await app.http.get(`/api/v1/organizations/1/audit-events?action=role.updated`, { token: owner });
    expect(taken.at(-1)?.body.data).toEqual(inTrail.body.data.audit_events[0]);
    await deliver();
    expect(receiver.taken()).toEqual([]);
    expect(await read(webhook.id)).toMatchObject({ failures: 0, waiting_since: null, paused_because: null });
    expect((await log(webhook.id)).map(({ outcome, status }: { outcome: string; status: number }) => [outcome, status])).toEqual([
      ['delivered', 204],
      ['delivered', 204],
      ['delivered', 204],
    ]);
  });

  it('waits for an event that is not taken, longer each time, and then sends all in order', async () => {
    const { webhook } = await created();
    await happen(3);
    receiver.answer = () => ({ status: 500 });
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(3).slice(0, 1));
    expect(await read(webhook.id)).toMatchObject({ failures: 1, failing_since: app.clock.now().toISOString() });
    await deliver();
    expect(receiver.taken()).toEqual([]);
    app.clock.advance({ minutes: 1 });
    await deliver();
    expect(numbers(receiver.taken())).toHaveLength(1);
    app.clock.advance({ minutes: 4 });
    await deliver();
    expect(receiver.taken()).toEqual([]);
    app.clock.advance({ minutes: 1 });
    receiver.answer = () => ({ status: 200 });
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(3));
    expect(await read(webhook.id)).toMatchObject({ failures: 0, failing_since: null, failing_event_id: null, next_attempt_at: null });
  });

  it('waits as long as the receiver asks for', async () => {
    const { webhook } = await created();
    await happen();
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '3600' } });
    await deliver();
    const { next_attempt_at: next } = await read(webhook.id);
    expect(Date.parse(next) - app.clock.now().getTime()).toBe(3_600_000);
  });

  it('is paused after about three days, with a mail, and goes on where it was when a person resumes it', async () => {
    const { webhook } = await created();
    await happen(2);
    receiver.answer = () => ({ status: 500 });
    await mailbox.arrived(app);
    for (let attempts = 0; attempts < 10; attempts += 1) {
      await deliver();
      app.clock.advance({ days: 1 });
    }
    expect(receiver.taken()).toHaveLength(10);
    await comeBack();
    expect(await read(webhook.id)).toMatchObject({ paused_because: 'FAILING', failures: 10 });
    await deliver();
    expect(receiver.taken()).toEqual([]);
    const mails = await mailbox.arrived(app);
    expect(mails.map(({ subject }) => subject)).toContain('The webhook SIEM is paused');
    receiver.answer = () => ({ status: 204 });
    expect((await change(webhook.id, { is_paused: false })).status).toBe(200);
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(2));
  });

  it('is paused at once by 410', async () => {
    const { webhook } = await created();
    await happen();
    receiver.answer = () => ({ status: 410 });
    await deliver();
    expect(await read(webhook.id)).toMatchObject({ paused_because: 'GONE' });
  });

  it('leaves out an event that a person sets aside, and sends it later when asked', async () => {
    const { webhook } = await created();
    await happen(3);
    const [poison = 0] = lastNumbers(3);
    receiver.answer = ({ body }) => ({ status: body.data.detail.n === poison ? 400 : 204 });
    await deliver();
    const { failing_event_id: eventId } = await read(webhook.id);
    const aside = (id: number) => app.http.post(at(webhook.id, '/set-aside'), { event_id: id }, { token: owner });
    expect((await aside(eventId + 1)).body.code).toBe('CONFLICT');
    const both = await Promise.all([aside(eventId), aside(eventId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    receiver.taken();
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(2));
    const [line] = await log(webhook.id, '?outcome=set_aside');
    expect(line).toMatchObject({ event_id: eventId, outcome: 'set_aside' });
    receiver.answer = () => ({ status: 204 });
    const again = await app.http.post(at(webhook.id, '/again'), { event_id: line.event_id }, { token: owner });
    expect(again.body.data.delivery).toMatchObject({ event_id: eventId, occasion: 'again', outcome: 'delivered', status: 204 });
    expect(numbers(receiver.taken())).toEqual([poison]);
  });

  it('sends everything since a time once more, under the same ids', async () => {
    app.clock.advance({ minutes: 5 });
    const { webhook } = await created();
    await happen(2);
    await deliver();
    const ids = receiver.taken().map(({ headers }) => headers['webhook-id']);
    app.clock.advance({ seconds: 5 });
    await happen();
    await deliver();
    receiver.taken();
    const since = new Date(app.clock.now().getTime() - 6000).toISOString();
    const replayed = await app.http.post(at(webhook.id, '/replay'), { since }, { token: owner });
    expect(replayed.status).toBe(200);
    await deliver();
    const taken = receiver.taken();
    expect(taken.slice(0, 2).map(({ headers }) => headers['webhook-id'])).toEqual(ids);
    expect(numbers(taken)).toEqual(lastNumbers(3));
    for (const wrong of ['2026-01-01', '2027-01-01']) {
      const refused = await app.http.post(at(webhook.id, '/replay'), { since: wrong }, { token: owner });
      expect(refused.body.details).toEqual([expect.objectContaining({ field: 'since', message: 'Send a time of the last 30 days.' })]);
    }
  });

  it('leaves out nothing that waits when a later period is sent again', async () => {
    const { webhook } = await created();
    await happen(2);
    receiver.answer = () => ({ status: 500 });
    await deliver();
    app.clock.advance({ hours: 2 });
    await comeBack();
    receiver.taken();
    receiver.answer = () => ({ status: 204 });
    const since = app.clock.now().toISOString();
    expect((await app.http.post(at(webhook.id, '/replay'), { since }, { token: owner })).status).toBe(200);
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(2));
  });

  it('has taken an event when it says so, whatever follows', async () => {
    const { webhook } = await created();
    await happen();
    receiver.answer = () => ({ status: 200, headers: { 'content-encoding': 'gzip', 'content-length': '5000000' } });
    await deliver();
    expect(await read(webhook.id)).toMatchObject({ failures: 0, waiting_since: null });
  });

  it('does not go on longer than until the next run, however much waits', async () => {
    await created();
    await happen(5);
    receiver.answer = () => {
      app.clock.advance({ seconds: 20 });
      return { status: 204 };
    };
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(5).slice(0, 3));
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(2));
  });

  it('has its turn although many others have nothing that they want', async () => {
    await created();
    await app.dataSource.query(
      `INSERT INTO webhooks (organization_id, name, url, actions, version, after_event_id, failures, next_attempt_at, created_at, changed_at)
       SELECT 1, 'Idle', 'https://127.0.0.1:9', '{nothing.wanted}', 1, 0, 0, timestamptz '2026-01-01', now(), now() FROM generate_series(1, 250)`,
    );
    await happen();
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(1));
  });

  it('sends nothing twice at once when several instances deliver', async () => {
    await created();
    await happen(5);
    await Promise.all(Array.from({ length: 20 }, deliver));
    expect(numbers(receiver.taken())).toEqual(lastNumbers(5));
  });

  it('is taken over two minutes after its sender was killed, with the event that may have arrived', async () => {
    const { webhook } = await created();
    await happen(2);
    await app.dataSource.query(`UPDATE webhooks SET claimed_by = 'killed', claimed_until = $1`, [
      new Date(app.clock.now().getTime() + 120_000),
    ]);
    await deliver();
    expect(receiver.taken()).toEqual([]);
    app.clock.advance({ minutes: 2 });
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(2));
    expect(await read(webhook.id)).toMatchObject({ failures: 0 });
  });

  it('does not go on for a sender whose webhook a person changes in between', async () => {
    const { webhook } = await created();
    await happen(3);
    receiver.answer = async () => {
      await change(webhook.id, { is_paused: true });
      return { status: 204 };
    };
    await deliver();
    expect(receiver.taken()).toHaveLength(1);
    expect(await read(webhook.id)).toMatchObject({ paused_because: 'ASKED', failures: 0, delivered_at: null });
    receiver.answer = () => ({ status: 204 });
    await change(webhook.id, { is_paused: false });
    await deliver();
    expect(numbers(receiver.taken())).toEqual(lastNumbers(3));
  });

  it('does not wait for another one that is silent', async () => {
    const silent = await TestReceiver.start();
    silent.answer = () => null;
    const { webhook: mute } = await created(['test.*'], silent.url);
    await created();
    await happen();
    const sending = deliver();
    while (receiver.received.length === 0 || silent.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await silent.close();
    await sending;
    expect(await log(mute.id)).toEqual([expect.objectContaining({ outcome: 'failed', fault: 'UNREACHABLE', status: null })]);
  });

  it('signs with the new secret and the one before for a day, and with no other', async () => {
    const { webhook, secret: first } = await created();
    const replace = async () => (await app.http.post(at(webhook.id, '/secret'), undefined, { token: owner })).body.data.secret as string;
    const second = await replace();
    const third = await replace();
    await happen();
    await deliver();
    const signatures = (of: Received | undefined): readonly string[] => String(of?.headers['webhook-signature']).split(' ');
    const by = (secret: string, { headers, text }: Received): string =>
      new StandardWebhook(secret).sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1000), text);
    const [one] = receiver.taken() as [Received];
    expect(signatures(one)).toEqual([by(third, one), by(second, one)]);
    expect(signatures(one)).not.toContain(by(first, one));
    app.clock.advance({ hours: 24 });
    await comeBack();
    await happen();
    await deliver();
    const [later] = receiver.taken() as [Received];
    expect(signatures(later)).toEqual([by(third, later)]);
    const [{ secrets }] = await app.dataSource.query(`SELECT string_agg(secret_sealed, ' ') AS secrets FROM webhook_secrets`);
    for (const secret of [first, second, third]) expect(secrets).not.toContain(secret);
    expect(SEALED_COLUMNS).toContainEqual({ table: 'webhook_secrets', key: 'id', column: 'secret_sealed' });
  });

  it('can be tested, paused or not, and says what the receiver answered', async () => {
    const { webhook } = await created();
    await change(webhook.id, { is_paused: true });
    receiver.answer = () => ({ status: 401 });
    const { body } = await app.http.post(at(webhook.id, '/test'), undefined, { token: owner });
    expect(body.data.delivery).toMatchObject({ event_id: null, occasion: 'test', outcome: 'failed', fault: 'ANSWERED', status: 401 });
    expect(receiver.taken().map((one) => one.body)).toEqual([
      { type: 'test', timestamp: app.clock.now().toISOString(), data: { webhook_id: webhook.id } },
    ]);
  });

  it('forgets lines of its log after 30 days', async () => {
    const { webhook } = await created();
    await app.http.post(at(webhook.id, '/test'), undefined, { token: owner });
    app.clock.advance({ days: 31 });
    await app.app.get(PurgeDeliveries, { strict: false }).execute();
    await comeBack();
    expect(await log(webhook.id)).toEqual([]);
  });
});

describe('setting up webhooks', () => {
  it('keeps no secret for repeats, and says in the trail what was changed', async () => {
    const options = { token: owner, headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const body = { name: 'SIEM', url: `${receiver.url}?token=of-the-receiver`, actions: [] };
    const first = await app.http.post(PATH, body, options);
    const second = await app.http.post(PATH, body, options);
    expect([first.status, second.status, second.body.code]).toEqual([201, 409, 'IDEMPOTENCY_ANSWER_NOT_KEPT']);
    expect(second.text).not.toContain('whsec_');
    const { id } = first.body.data.webhook;
    await change(id, { actions: ['role.*'], is_paused: true });
    const [{ detail }] = await app.dataSource.query(
      `SELECT detail FROM audit_events WHERE action = 'webhook.changed' ORDER BY id DESC LIMIT 1`,
    );
    expect(detail).toEqual({ former_actions: [], actions: ['role.*'], is_paused: true });
    const [{ told }] = await app.dataSource.query(
      `SELECT count(*)::int AS told FROM audit_events WHERE detail::text LIKE '%of-the-receiver%'`,
    );
    expect([told, app.log.filter((line) => line.includes('of-the-receiver'))]).toEqual([0, []]);
  });

  it('refuses addresses that this installation does not go to', async () => {
    const refused = async (url: string): Promise<string> =>
      (await app.http.post(PATH, { name: 'X', url, actions: [] }, { token: owner })).body.details?.[0]?.message;
    expect(await refused('http://169.254.169.254/latest')).toContain('does not connect to that address');
    expect(await refused('ftp://receiver.example')).toContain('Send an address such as');
    expect(await refused('https://user:secret@receiver.example')).toContain('without a name and password');
  });

  it('takes ten of an organization, of twenty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.http.post(PATH, { name: 'X', url: receiver.url, actions: [] }, { token: owner })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(10).fill(409)]);
  });

  it('is for those who may read the trail and change the organization, and shows others nothing', async () => {
    const { webhook } = await created();
    const { accessToken: vera } = await logIn(app.http, 'vera');
    const of = (method: string, path: string, body?: object) =>
      app.http.send(method, path, body, { token: vera, headers: { 'If-Match': '"1"' } });
    const answers = await Promise.all([
      of('GET', PATH),
      of('POST', PATH, { name: 'X', url: receiver.url, actions: [] }),
      of('GET', at(webhook.id)),
      of('PATCH', at(webhook.id), { name: 'Y' }),
      of('DELETE', at(webhook.id)),
      of('POST', at(webhook.id, '/secret')),
      of('POST', at(webhook.id, '/test')),
      of('POST', at(webhook.id, '/replay'), { since: '2026-11-20' }),
      of('POST', at(webhook.id, '/set-aside'), { event_id: 1 }),
      of('GET', at(webhook.id, '/deliveries')),
      of('POST', at(webhook.id, '/again'), { event_id: 1 }),
    ]);
    expect(answers.map(({ body }) => body.code)).toEqual(Array(11).fill('FORBIDDEN'));
    expect(receiver.taken()).toEqual([]);
  });

  it('changes only the version that was read', async () => {
    const { webhook } = await created();
    const stale = { token: owner, headers: { 'If-Match': `"${webhook.version}"` } };
    const both = await Promise.all([
      app.http.patch(at(webhook.id), { name: 'A' }, stale),
      app.http.patch(at(webhook.id), { name: 'B' }, stale),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await app.http.delete(at(webhook.id), stale)).status).toBe(412);
    expect((await app.http.patch(at(webhook.id), {}, stale)).status).toBe(400);
  });
});
