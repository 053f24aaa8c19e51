import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MakeExports } from '../../src/evidence/application/make-exports.js';
import { Contents } from '../../src/evidence/application/ports/contents.js';
import { OpenExport } from '../../src/evidence/application/open-export.js';
import { PurgeExports } from '../../src/evidence/application/purge-exports.js';
import type { Caller } from '../../src/shared/caller.js';
import { UnitOfWork } from '../../src/shared/ports/unit-of-work.js';
import { noteAnswer } from '../setup/api-contract.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox, linkIn } from '../support/mailbox.js';
import { putInForce } from '../support/policies.js';
import { rewinding } from '../support/rewinding.js';
import { addMember, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';
import { filesOfZip } from '../support/zip-files.js';

const OWN = '/api/v1/me/export';
const ORGANIZATION = '/api/v1/organizations/1/export';

let app: TestApp;
let mailbox: Mailbox;
let rewind: () => Promise<void>;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  app = await startTestApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
  rewind = await rewinding(app);
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
});
beforeEach(() => rewind());

const token = async (username: string): Promise<string> => (await logIn(app.http, username)).accessToken;
const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
const make = () => app.app.get(MakeExports, { strict: false }).execute();
const outcome = ({ status, body }: Answer) => [status, body?.code];
const state = async (path: string, bearer: string) => (await app.http.get(path, { token: bearer })).body.data.export;

async function download(path: string, bearer: string) {
  const answer = await fetch(`${app.url}${path}/file`, { headers: { Authorization: `Bearer ${bearer}` } });
  expect(answer.status).toBe(200);
  const zip = Buffer.from(await answer.arrayBuffer());
  noteAnswer({ method: 'GET', path: `${path}/file`, status: answer.status, headers: answer.headers, text: '' });
  const files = filesOfZip(zip);
  const manifest = JSON.parse(files.get('manifest.json') ?? '');
  const rowsOf = (name: string) =>
    (files.get(`${name}.jsonl`) ?? 'missing')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { answer, zip, files, manifest, rowsOf };
}

async function exported(path: string, bearer: string) {
  expect((await app.http.post(path, undefined, { token: bearer })).status).toBe(202);
  await make();
  return download(path, bearer);
}

describe('the export of a person', () => {
  it('is none until one is asked for, and tells what is missing', async () => {
    const vera = await token('vera');
    expect(await state(OWN, vera)).toBeNull();
    expect(outcome(await app.http.get(`${OWN}/file`, { token: vera }))).toEqual([410, 'GONE']);
    expect((await app.http.post(OWN, undefined, { token: vera })).body.data.export).toMatchObject({
      state: 'waiting',
      download_path: null,
    });
    expect(outcome(await app.http.get(`${OWN}/file`, { token: vera }))).toEqual([409, 'CONFLICT']);
    expect((await app.http.get(OWN)).status).toBe(401);
  });

  it('holds what is kept about them, listed with rows and digests, and no secret', async () => {
    const olivia = await token('olivia');
    await sql(`UPDATE users SET display_name = 'Olivia Okafor' WHERE username = 'olivia'`);
    const { answer, zip, files, manifest, rowsOf } = await exported(OWN, olivia);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="headgate-my-data-\d{4}-\d\d-\d\d\.zip"$/);
    expect(await state(OWN, olivia)).toMatchObject({
      state: 'ready',
      size: zip.length,
      sha256: createHash('sha256').update(zip).digest('hex'),
      download_path: `${OWN}/file`,
    });
    expect(manifest).toMatchObject({ schema_version: 1, user_id: 2 });
    for (const { name, rows, bytes, sha256 } of manifest.files) {
      const text = files.get(name) ?? '';
      expect([name, text.split('\n').length - 1, Buffer.byteLength(text)]).toEqual([name, rows, bytes]);
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    }
    expect([...files.keys()].sort()).toEqual(
      ['README.txt', 'manifest.json', ...manifest.files.map(({ name }: { name: string }) => name)].sort(),
    );
    expect(rowsOf('account')).toMatchObject([{ username: 'olivia', display_name: 'Olivia Okafor', email: 'olivia@delta.example' }]);
    expect(rowsOf('memberships')).toMatchObject([{ organization: 'Delta Analytics', role: 'owner' }]);
    expect(rowsOf('sessions')).toMatchObject([{ amr: ['pwd'] }]);
    expect(rowsOf('audit_events_by_you').map(({ action }) => action)).toContain('session.logged_in');
    const everything = [...files.values()].join('\n');
    const [{ secrets }] =
      await sql(`SELECT ARRAY[password_hash, encode(refresh_token_hash, 'hex'), encode(refresh_token_hash, 'base64')] AS secrets
       FROM users u JOIN sessions s ON s.user_id = u.id WHERE u.id = 2`);
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });

  it('names no other person, and holds no statement of a query', async () => {
    const olivia = await token('olivia');
    const body = { email: 'newcomer@river.example', workspace_id: 1, role_id: 4 };
    expect((await app.http.post('/api/v1/organizations/1/invitations', body, { token: olivia })).status).toBe(201);
    await sql(`INSERT INTO query_executions (organization_id, user_id, data_source_id, question, sql, outcome, started_at, heartbeat_at)
       VALUES (1, 2, 1, 'How long is it?', 'SELECT length FROM rivers WHERE name = ''Nile-4711''', 'succeeded', now(), now())`);
    const { files, rowsOf } = await exported(OWN, olivia);
    const everything = [...files.values()].join('\n');
    expect(rowsOf('work_for_organizations')).toContainEqual(
      expect.objectContaining({ kind: 'invitation', deed: 'sent', organization_id: 1 }),
    );
    expect(rowsOf('executions')).toContainEqual(expect.objectContaining({ question: 'How long is it?' }));
    for (const other of ['newcomer@river.example', 'adam', 'vera', 'mia@', 'ruth', 'Nile-4711']) expect(everything).not.toContain(other);
  });

  it('has what organizations keep of their work while these let them in, and not a file from before', async () => {
    const vera = await token('vera');
    const { id } = (await app.http.get('/api/v1/me', { token: vera })).body.data.user;
    await sql(
      `INSERT INTO query_executions (organization_id, user_id, data_source_id, question, outcome, started_at, heartbeat_at)
       VALUES (1, $1, 1, 'Which dams leak?', 'succeeded', now(), now())`,
      [id],
    );
    await sql(
      `INSERT INTO member_attributes (organization_id, user_id, attributes, version, updated_at) VALUES (1, $1, '{"grade":"7"}', 1, now())`,
      [id],
    );
    const before = await exported(OWN, vera);
    expect(before.rowsOf('executions')).toMatchObject([{ question: 'Which dams leak?' }]);
    expect(before.rowsOf('attributes')).toMatchObject([{ attributes: { grade: '7' } }]);
    await sql('UPDATE organization_members SET suspended_at = now() WHERE user_id = $1', [id]);
    expect(await state(OWN, vera)).toBeNull();
    expect(outcome(await app.http.get(`${OWN}/file`, { token: vera }))).toEqual([410, 'GONE']);
    const after = await exported(OWN, vera);
    expect([after.rowsOf('account').length, after.rowsOf('memberships').length]).toEqual([1, 1]);
    expect([...after.files.values()].join()).not.toMatch(/dams leak|grade/);
  });

  it('is made anew once more organizations let the session in', async () => {
    const vera = await token('vera');
    const id = await userIdOf(app, 'vera');
    await sql(
      `INSERT INTO member_attributes (organization_id, user_id, attributes, version, updated_at) VALUES (1, $1, '{"grade":"7"}', 1, now())`,
      [id],
    );
    const suspended = (at: string) => sql(`UPDATE organization_members SET suspended_at = ${at} WHERE user_id = $1`, [id]);
    await suspended('now()');
    expect((await exported(OWN, vera)).rowsOf('attributes')).toEqual([]);
    await suspended('NULL');
    expect((await exported(OWN, vera)).rowsOf('attributes')).toMatchObject([{ attributes: { grade: '7' } }]);
  });

  it('has mails and invitations to their address only if they have confirmed it', async () => {
    const vera = await token('vera');
    await sql(`UPDATE users SET email_verified_at = NULL WHERE username = 'vera'`);
    await sql(`INSERT INTO outbox_mails (recipient, subject, created_at, sent_at) SELECT email, 'Join Estuary', created_at, created_at
                 FROM users WHERE username = 'vera'`);
    await sql(`INSERT INTO invitations (organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status, created_at, expires_at)
       SELECT 1, 1, 4, 'viewer', email, email_key, '\\x01', 'pending', now(), now() FROM users WHERE username = 'vera'`);
    const before = await exported(OWN, vera);
    expect([before.rowsOf('mails'), before.rowsOf('invitations')]).toEqual([[], []]);
    await sql('DELETE FROM exports');
    await sql(`UPDATE users SET email_verified_at = now() WHERE username = 'vera'`);
    const after = await exported(OWN, vera);
    expect(after.rowsOf('mails')).toMatchObject([{ subject: 'Join Estuary' }, { subject: 'Your data is ready to download' }]);
    expect(after.rowsOf('invitations')).toMatchObject([{ organization_id: 1, status: 'pending' }]);
  });

  it('is one, however many ask at once, and a mail leads to it', async () => {
    const olivia = await token('olivia');
    await mailbox.arrived(app);
    const [{ before }] = await sql('SELECT coalesce(max(id), 0) AS before FROM audit_events');
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.http.post(OWN, undefined, { token: olivia })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(new Set(answers.map(({ body }) => body.data.export.id)).size).toBe(1);
    const [mail, ...more] = await mailbox.arrived(app);
    expect([mail?.subject, mail?.to?.[0]?.address, more.length]).toEqual(['Your data is ready to download', 'olivia@delta.example', 0]);
    expect(linkIn(mail)).toMatch(/\/account$/);
    const requests = await sql(`SELECT outcome FROM audit_events WHERE action = 'user.export_requested' AND id > $1`, [before]);
    expect(requests).toEqual([{ outcome: 'success' }]);
  });

  it('stays the same for an hour, then is replaced, and is gone after a day', async () => {
    const first = (await exported(OWN, await token('olivia'))).manifest.made_at;
    const olivia = await token('olivia');
    expect((await app.http.post(OWN, undefined, { token: olivia })).body.data.export.state).toBe('ready');
    app.clock.advance({ hours: 1 });
    const later = await exported(OWN, await token('olivia'));
    expect(later.manifest.made_at > first).toBe(true);
    expect(await sql('SELECT count(*)::int AS kept FROM exports')).toEqual([{ kept: 1 }]);
    app.clock.advance({ days: 1 });
    const next = await token('olivia');
    expect(await state(OWN, next)).toBeNull();
    expect(outcome(await app.http.get(`${OWN}/file`, { token: next }))).toEqual([410, 'GONE']);
    await app.app.get(PurgeExports, { strict: false }).execute();
    expect(await sql('SELECT count(*)::int AS kept FROM export_parts')).toEqual([{ kept: 0 }]);
  });

  it('takes a fresh proof, also to download it', async () => {
    const olivia = await token('olivia');
    await exported(OWN, olivia);
    app.clock.advance({ minutes: 11 });
    expect(outcome(await app.http.post(OWN, undefined, { token: olivia }))).toEqual([401, 'STEP_UP_REQUIRED']);
    expect(outcome(await app.http.get(`${OWN}/file`, { token: olivia }))).toEqual([401, 'STEP_UP_REQUIRED']);
    expect((await state(OWN, olivia)).state).toBe('ready');
  });

  it('is tried again after a failure, and has failed after three', async () => {
    const olivia = await token('olivia');
    await app.http.post(OWN, undefined, { token: olivia });
    await sql('ALTER TABLE export_parts ADD CONSTRAINT no_room CHECK (position < 0) NOT VALID');
    try {
      await make();
      await make();
      expect((await state(OWN, olivia)).state).toBe('waiting');
      await make();
      expect(await state(OWN, olivia)).toMatchObject({ state: 'failed', download_path: null, size: null });
    } finally {
      await sql('ALTER TABLE export_parts DROP CONSTRAINT no_room');
    }
    expect(outcome(await app.http.get(`${OWN}/file`, { token: olivia }))).toEqual([410, 'GONE']);
    expect((await exported(OWN, olivia)).rowsOf('account')).toHaveLength(1);
  });
});

describe('the export of an organization', () => {
  it('is for those who may see each part of it, and for nobody else', async () => {
    for (const username of ['vera', 'oscar', 'sysadmin', 'nora']) {
      const bearer = await token(username);
      for (const answer of [
        await app.http.get(ORGANIZATION, { token: bearer }),
        await app.http.post(ORGANIZATION, undefined, { token: bearer }),
        await app.http.get(`${ORGANIZATION}/file`, { token: bearer }),
      ])
        expect([username, ...outcome(answer)]).toEqual([username, 403, 'FORBIDDEN']);
    }
    expect((await app.http.get(ORGANIZATION, { token: await token('adam') })).body.data.export).toBeNull();
  });

  it('holds what it has set up and what happened, without secrets and without other organizations', async () => {
    const { files, manifest, rowsOf } = await exported(ORGANIZATION, await token('olivia'));
    expect(manifest).toMatchObject({ schema_version: 1, organization_id: 1 });
    expect(rowsOf('organization')).toMatchObject([{ id: 1, name: 'Delta Analytics' }]);
    expect(rowsOf('members').map(({ username }) => username)).toEqual(expect.arrayContaining(['olivia', 'adam', 'vera', 'mia']));
    expect(rowsOf('roles').map(({ name }) => name)).toEqual(expect.arrayContaining(['owner', 'admin', 'editor', 'viewer']));
    expect(rowsOf('data_sources')).toMatchObject([{ id: 1, engine: 'postgresql' }]);
    expect(rowsOf('prompt_templates').length).toBeGreaterThan(0);
    expect(rowsOf('audit_events').length).toBeGreaterThan(0);
    const everything = [...files.values()].join('\n');
    expect(everything).not.toContain('Estuary');
    expect(everything).not.toMatch(/_sealed|token_hash|password_hash|refresh_token/);
    expect(
      await sql(`SELECT action, organization_id FROM audit_events WHERE action LIKE 'organization.export%' ORDER BY id DESC LIMIT 2`),
    ).toEqual([
      { action: 'organization.export_downloaded', organization_id: 1 },
      { action: 'organization.export_requested', organization_id: 1 },
    ]);
  });

  it('tells nothing of the account of a person whom a directory brought, until they come', async () => {
    await addMember(app, 'oscar');
    const id = await userIdOf(app, 'oscar');
    await sql('UPDATE organization_members SET arrived_at = NULL WHERE organization_id = 1 AND user_id = $1', [id]);
    await sql(
      `INSERT INTO workspace_members (organization_id, workspace_id, user_id, role_id, joined_at, is_provisioned)
       SELECT 1, 1, $1, id, now(), true FROM roles WHERE organization_id = 1 AND name = 'viewer'`,
      [id],
    );
    const { files } = await exported(ORGANIZATION, await token('olivia'));
    const told = [...files.values()].join('\n');
    expect(told).not.toContain('oscar');
    expect(told).not.toMatch(new RegExp(`"user_id":${id}\\b`));
  });

  it('holds no statements, of which data policies decide', async () => {
    await sql(`INSERT INTO saved_questions (organization_id, data_source_id, title, description, question, sql, version, created_by, changed_by, created_at, changed_at)
       VALUES (1, 1, 'Long', '', '', 'SELECT 4711', 1, 2, 2, now(), now())`);
    const olivia = await token('olivia');
    const { files, rowsOf } = await exported(ORGANIZATION, olivia);
    expect(rowsOf('saved_questions')).toMatchObject([{ title: 'Long' }]);
    expect([...files.values()].join()).not.toContain('4711');
  });

  it('is one for all who ask, and ends for those who lose a right', async () => {
    const [olivia, adam] = [await token('olivia'), await token('adam')];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => app.http.post(ORGANIZATION, undefined, { token: n % 2 === 0 ? olivia : adam })),
    );
    expect(new Set(answers.map(({ body }) => body.data.export.id)).size).toBe(1);
    await make();
    expect((await download(ORGANIZATION, adam)).manifest.organization_id).toBe(1);
    await sql(`UPDATE organization_members m SET role_id = r.id FROM roles r, users u
                WHERE r.organization_id = 1 AND r.name = 'editor' AND u.id = m.user_id AND u.username = 'adam' AND m.organization_id = 1`);
    expect(outcome(await app.http.get(`${ORGANIZATION}/file`, { token: adam }))).toEqual([403, 'FORBIDDEN']);
  });

  it('is for nobody from whom a policy hides a part, nor for suspended members', async () => {
    const [adam, olivia] = [await token('adam'), await token('olivia')];
    await exported(ORGANIZATION, adam);
    await putInForce(app, 1, { Closed: 'forbid (principal, action, resource == Workspace::"1") when { principal.username == "adam" };' });
    for (const answer of [
      await app.http.get(ORGANIZATION, { token: adam }),
      await app.http.post(ORGANIZATION, undefined, { token: adam }),
      await app.http.get(`${ORGANIZATION}/file`, { token: adam }),
    ])
      expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
    // A page that only looks for the state of an export leaves no trace of it.
    const refused = await sql(
      `SELECT action, detail FROM audit_events WHERE outcome = 'refused' AND action LIKE '%export%' AND actor_user_id = $1 ORDER BY id`,
      [await userIdOf(app, 'adam')],
    );
    expect(refused).toEqual([
      { action: 'organization.export_requested', detail: { reason: 'HiddenFromAsker' } },
      { action: 'organization.export_downloaded', detail: { reason: 'HiddenFromAsker' } },
    ]);
    await putInForce(app, 1, { Questions: 'forbid (principal, action == Action::"query.run", resource == DataSource::"1");' });
    expect(outcome(await app.http.get(`${ORGANIZATION}/file`, { token: adam }))).toEqual([403, 'FORBIDDEN']);
    await putInForce(app, 1, {});
    expect((await download(ORGANIZATION, adam)).manifest.organization_id).toBe(1);
    await sql(`UPDATE organization_members SET suspended_at = now() WHERE user_id = (SELECT id FROM users WHERE username = 'adam')`);
    expect(outcome(await app.http.get(`${ORGANIZATION}/file`, { token: adam }))).toEqual([403, 'FORBIDDEN']);
    expect((await download(ORGANIZATION, olivia)).manifest.organization_id).toBe(1);
  });

  it('holds long rows piece by piece, so that many of them do not fill the memory', async () => {
    await sql(`INSERT INTO audit_events (occurred_at, action, outcome, organization_id, detail)
       SELECT now(), 'test.long', 'success', 1, jsonb_build_object('n', n, 'text', repeat('ä', 300000)) FROM generate_series(1, 60) n`);
    const contents = app.app.get(Contents, { strict: false });
    const longest = await app.app.get(UnitOfWork, { strict: false }).run(async () => {
      let most = 0;
      for (const { name, text } of contents.filesOf({ organizationId: 1 }, [1]))
        if (name === 'audit_events') for await (const pieces of text) most = Math.max(most, pieces.join('').length);
      return most;
    });
    expect(longest).toBeLessThanOrEqual(200 * 65_536);
    const { rowsOf, manifest } = await exported(ORGANIZATION, await token('olivia'));
    const long = rowsOf('audit_events').filter(({ action }) => action === 'test.long');
    expect(long.map(({ detail }) => [detail.n, detail.text.length])).toEqual(Array.from({ length: 60 }, (_, at) => [at + 1, 300_000]));
    const { rows } = manifest.files.find(({ name }: { name: string }) => name === 'audit_events.jsonl');
    expect(rows).toBe(rowsOf('audit_events').length);
  });

  it('holds a hundred thousand events, in parts, so that no more than one is in memory', async () => {
    await sql(`INSERT INTO audit_events (occurred_at, action, outcome, organization_id, detail)
       SELECT now(), 'test.done', 'success', 1, jsonb_build_object('n', n, 'text', md5(n::text)) FROM generate_series(1, 100000) n`);
    const olivia = await token('olivia');
    await app.http.post(ORGANIZATION, undefined, { token: olivia });
    await make();
    const { manifest, zip } = await download(ORGANIZATION, olivia);
    const { rows, bytes } = manifest.files.find(({ name }: { name: string }) => name === 'audit_events.jsonl');
    expect(rows).toBeGreaterThanOrEqual(100_000);
    expect(bytes).toBeGreaterThan(20_000_000);
    expect(zip.length).toBeLessThan(bytes / 3);
    const [{ parts, longest }] = await sql('SELECT count(*)::int AS parts, max(length(bytes)) AS longest FROM export_parts');
    expect(parts).toBeGreaterThan(5);
    expect(longest).toBeLessThan(1_000_000);
    // Whoever loses their session while they download gets no further part.
    const [session] = await sql('SELECT id FROM sessions WHERE user_id = 2 ORDER BY id DESC LIMIT 1');
    const caller: Caller = {
      ...{ userId: 2, sessionId: session.id, username: 'olivia', email: 'olivia@delta.example', isSystemAdmin: false, amr: ['pwd'] },
      ...{ acr: 'aal1', authenticatedAt: app.clock.now(), mfaAt: null, deviceId: null, ssoConnectionId: null },
    };
    const opened = await app.app.get(OpenExport, { strict: false }).execute(caller, { organizationId: 1 });
    const rest = opened.parts[Symbol.asyncIterator]();
    expect((await rest.next()).done).toBe(false);
    await sql(`UPDATE sessions SET ended_at = now(), end_reason = 'logout' WHERE id = $1`, [session.id]);
    app.clock.advance({ seconds: 2 });
    await expect(rest.next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
