import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DataSources } from '../../src/data-sources/application/ports/data-sources.js';
import { Targets } from '../../src/data-sources/application/ports/targets.js';
import { SEALED_COLUMNS } from '../../src/boot/database.js';
import { makeSampleDatabase } from '../../src/demo/sample-database/sample-database.js';
import { Config } from '../../src/platform/config/config.js';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { loadMasterKeys } from '../../src/platform/crypto/master-keys.js';
import { resealEverything } from '../../src/platform/crypto/reseal.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { SecretBox } from '../../src/shared/ports/secret-box.js';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { selfSigned } from '../support/self-signed.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MISSING = 2_000_000_000;
const PATH = '/api/v1/data-sources';
const AUTHORITY = selfSigned('db.delta.example').cert;
const SECRET = 'pl4nted-s3cret "\\ü';

describe('data sources', () => {
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, nora: LoggedIn, sysadmin: LoggedIn;

  beforeAll(async () => {
    app = await startTestApp({ environment: { LOG_LEVEL: 'trace' } });
    const logins: LoggedIn[] = [];
    for (const name of ['olivia', 'adam', 'vera', 'oscar', 'nora', 'sysadmin']) logins.push(await logIn(app.http, name));
    [olivia, adam, vera, oscar, nora, sysadmin] = logins as [LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn];
  });
  beforeEach(() => app.dataSource.query('DELETE FROM data_sources WHERE id > 2'));
  afterAll(() => app.close());

  const send = (who: LoggedIn | null, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.http.send(method, path, body, { token: who?.accessToken, headers });
  const get = (who: LoggedIn | null, path: string) => send(who, 'GET', path);
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  const lastAudit = async (action: string) =>
    (
      await app.dataSource.query(
        `SELECT outcome, actor_user_id AS actor, organization_id AS organization, target_id AS target, detail
           FROM audit_events WHERE action = $1 ORDER BY id DESC LIMIT 1`,
        [action],
      )
    )[0];
  const server = (connection: object = {}) => ({
    organization_id: 1,
    name: `Source ${randomBytes(4).toString('hex')}`,
    engine: 'postgresql',
    connection: {
      host: 'db.delta.example',
      database: 'warehouse',
      username: 'reader',
      password: SECRET,
      ...connection,
    },
  });
  const file = (name = 'rivers.db', engine = 'sqlite') => ({
    organization_id: 1,
    name: `File ${randomBytes(4).toString('hex')}`,
    engine,
    connection: { file: name },
  });
  const create = async (body: object = server(), who = adam) => {
    const answer = await send(who, 'POST', PATH, body);
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body.data.data_source;
  };

  describe('creating', () => {
    it('answers exactly what is documented, with defaults, and without the password', async () => {
      const body = server();
      const answer = await send(adam, 'POST', PATH, body);
      expect([answer.status, answer.body.data.data_source]).toEqual([
        201,
        {
          id: expect.any(Number),
          organization_id: 1,
          workspace_id: null,
          name: body.name,
          engine: 'postgresql',
          connection: {
            host: 'db.delta.example',
            port: 5432,
            database: 'warehouse',
            username: 'reader',
            ssl: { mode: 'verify-full', ca: null },
          },
          has_password: true,
          labels: [],
          state: 'open',
          closed_because: null,
          failing_since: null,
          capabilities: expect.objectContaining({ schemas: true, column_privileges: true }),
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
        },
      ]);
      const { id } = answer.body.data.data_source;
      const read = await get(vera, `${PATH}/${id}`);
      expect(read.body.data.data_source).toEqual(answer.body.data.data_source);
      expect(read.headers.get('etag')).toBe('"1"');
      expect(await lastAudit('data_source.created')).toEqual({
        outcome: 'success',
        actor: adam.userId,
        organization: 1,
        target: String(id),
        detail: { name: body.name, engine: 'postgresql' },
      });
    });

    it('defaults to the port of the engine, and to no TLS on this machine alone', async () => {
      const connectionOf = async (body: object) => (await create(body)).connection;
      expect(await connectionOf({ ...server(), engine: 'mysql' })).toMatchObject({ port: 3306 });
      for (const host of ['localhost', '127.0.0.1', '::1'])
        expect(await connectionOf(server({ host }))).toMatchObject({ ssl: { mode: 'disable' } });
      expect(await connectionOf(server({ ssl: false }))).toMatchObject({ ssl: { mode: 'disable', ca: null } });
      expect(await connectionOf(server({ host: '127.0.0.1', ssl: true }))).toMatchObject({
        ssl: { mode: 'verify-full' },
      });
      expect(await connectionOf(server({ ssl: { mode: 'require' } }))).toMatchObject({
        ssl: { mode: 'require', ca: null },
      });
      expect(await connectionOf(file())).toEqual({ file: 'rivers.db' });
    });

    it('takes a database whose name needs quotes, in any script, at full length', async () => {
      for (const database of ["we\"ird 'name'; DROP TABLE x; --", 'line\nbreak', 'ünï-河川', 'select', 'x'.repeat(63)])
        expect((await create(server({ database }))).connection.database).toBe(database);
    });

    it('keeps the password sealed: in no answer, no log line, no audit row, and nowhere in the table', async () => {
      const { id } = await create();
      const changed = await send(adam, 'PATCH', `${PATH}/${id}`, {
        connection: { password: `${SECRET}!`, host: 'b.example' },
      });
      const answers = [changed, await get(adam, PATH), await get(adam, `${PATH}/${id}`)];
      const rows = await app.dataSource.query('SELECT d::text AS row FROM data_sources d');
      const events = await app.dataSource.query('SELECT e::text AS row FROM audit_events e');
      const everything = JSON.stringify([answers.map(({ text }) => text), rows, events, app.log]);
      for (const part of [SECRET, 'pl4nted', Buffer.from(SECRET).toString('base64').slice(0, 20)])
        expect(everything.includes(part)).toBe(false);
      const stored = await app.app.get(DataSources, { strict: false }).passwordOf(id, 2);
      expect(stored).toBe(`${SECRET}!`);
    });

    it('seals the password anew under a new master key, after which the old one is not needed', async () => {
      const { id } = await create();
      const [fresh, old] = [randomBytes(32).toString('base64'), testEnvironment['HEADGATE_MASTER_KEY'] ?? ''];
      const boxOf = async (...masterKeys: string[]) => new AesSecretBox(await loadMasterKeys({ ...app.app.get(Config), masterKeys }));
      const stored = async (): Promise<string> =>
        (await app.dataSource.query('SELECT password_sealed AS sealed FROM data_sources WHERE id = $1', [id]))[0].sealed;
      const place = `data_sources.password_sealed:${id}`;
      const before = await stored();
      const session = app.app.get(TypeOrmSession);
      const columns = SEALED_COLUMNS.filter(({ table }) => table === 'data_sources');
      const [count] = await resealEverything(session, await boxOf(fresh, old), columns);
      expect(count).toMatchObject({ resealed: 3, unreadable: 0 });
      expect((await boxOf(fresh)).open(await stored(), place).toString()).toBe(SECRET);
      // Sealed for its row: in another one it opens nothing.
      const other = `data_sources.password_sealed:${id + 1}`;
      expect(() => app.app.get(SecretBox).open(before, other)).toThrow('cannot be opened');
      const [back] = await resealEverything(session, await boxOf(old, fresh), columns);
      expect(back).toMatchObject({ resealed: 3, unreadable: 0 });
    });

    it.each<[string, object, string]>([
      ['no connection', { ...server(), connection: undefined }, 'connection'],
      ['a connection that is a text', { ...server(), connection: 'postgres://u:p@h/db' }, 'connection'],
      ['a connection that is a list', { ...server(), connection: [] }, 'connection'],
      ['an unknown engine', { ...server(), engine: 'oracle' }, 'engine'],
      ['no name', { ...server(), name: ' ' }, 'name'],
      ['a name with a line break', { ...server(), name: 'a\nb' }, 'name'],
      ['no organization', { ...server(), organization_id: undefined }, 'organization_id'],
      ['an unknown field', { ...server(), id: 1 }, 'id'],
      ['an option of a driver', server({ options: '-c role=x' }), 'connection.options'],
      ['a connection string', server({ connectionString: 'postgres://127.0.0.1/x' }), 'connection.connectionString'],
      ['a socket', server({ socketPath: '/tmp/mysql.sock' }), 'connection.socketPath'],
      ['LOAD DATA LOCAL', server({ flags: ['+LOCAL_FILES'] }), 'connection.flags'],
      ['allowPublicKeyRetrieval', server({ allowPublicKeyRetrieval: true }), 'connection.allowPublicKeyRetrieval'],
      ['a socket for a host', server({ host: '/var/run/postgresql' }), 'connection.host'],
      ['a host with a port', server({ host: 'db.example:5432' }), 'connection.host'],
      ['a host with parameters', server({ host: 'db.example?host=127.0.0.1' }), 'connection.host'],
      ['a host with an account', server({ host: 'u@db.example' }), 'connection.host'],
      ['several hosts', server({ host: 'a.example,b.example' }), 'connection.host'],
      ['a host with a line break', server({ host: 'db.example\r\n' }), 'connection.host'],
      ['an empty host', server({ host: '' }), 'connection.host'],
      ['no host', server({ host: undefined }), 'connection.host'],
      ['a host that is null', server({ host: null }), 'connection.host'],
      ['no database', server({ database: undefined }), 'connection.database'],
      ['a database with NUL', server({ database: 'a\0b' }), 'connection.database'],
      ['a database with half a character', server({ database: 'a\ud800' }), 'connection.database'],
      ['a database of MySQL with a line break', { ...server({ database: 'a\nb' }), engine: 'mysql' }, 'connection.database'],
      ['a long database', server({ database: 'x'.repeat(256) }), 'connection.database'],
      ['a user name with a line break', server({ username: 'a\nb' }), 'connection.username'],
      ['no user name', server({ username: undefined }), 'connection.username'],
      ['a long password', server({ password: 'x'.repeat(1025) }), 'connection.password'],
      ['a password with NUL', server({ password: 'a\0' }), 'connection.password'],
      ['a password that is an object', server({ password: {} }), 'connection.password'],
      ['port 0', server({ port: 0 }), 'connection.port'],
      ['port 65536', server({ port: 65_536 }), 'connection.port'],
      ['a port that is a text', server({ port: '5432' }), 'connection.port'],
      ['ssl with an option', server({ ssl: { mode: 'require', rejectUnauthorized: false } }), 'connection.ssl'],
      ['ssl of an unknown mode', server({ ssl: { mode: 'prefer' } }), 'connection.ssl'],
      ['ssl without a mode', server({ ssl: {} }), 'connection.ssl'],
      ['ssl that is a text', server({ ssl: 'true' }), 'connection.ssl'],
      ['ssl with something else for a certificate', server({ ssl: { mode: 'verify-ca', ca: 'x' } }), 'connection.ssl'],
      ['verify-ca without a certificate', server({ ssl: { mode: 'verify-ca' } }), 'connection.ssl.ca'],
      ['verify-ca of no certificate', server({ ssl: { mode: 'verify-ca', ca: null } }), 'connection.ssl.ca'],
      ['a server with a file', server({ file: 'x.db' }), 'connection.file'],
      ['a file with a host', { ...file(), connection: { file: 'x.db', host: 'db.example' } }, 'connection.host'],
      ['a file with a password', { ...file(), connection: { file: 'x.db', password: 'x' } }, 'connection.password'],
      ['no file', { ...file(), connection: {} }, 'connection.file'],
      ['a file above', file('../2/theirs.db'), 'connection.file'],
      ['an absolute file', file('/etc/passwd'), 'connection.file'],
      ['a file for DuckDB on the network', file('https://evil.example/x.db', 'duckdb'), 'connection.file'],
    ])('refuses %s with 400 and names the field', async (_, body, field) => {
      const answer = await send(adam, 'POST', PATH, body);
      expect(outcome(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect(answer.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
    });

    it.each(['169.254.169.254', '0.0.0.0', '[fe80::1]', '0xa9fea9fe', 'metadata.google.internal', '::ffff:169.254.169.254'])(
      'refuses the host %s with 403, and leaves a trace',
      async (host) => {
        expect(outcome(await send(adam, 'POST', PATH, server({ host })))).toEqual([403, 'HOST_NOT_ALLOWED']);
        expect(await lastAudit('data_source.created')).toMatchObject({
          outcome: 'refused',
          detail: { reason: 'HostNotAllowed' },
        });
      },
    );

    it('lets one of 20 take a name at once; another organization may have the same', async () => {
      const body = { ...server(), name: 'Wanted' };
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(adam, 'POST', PATH, body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
      expect((await send(oscar, 'POST', PATH, { ...body, organization_id: 2 })).status).toBe(201);
    });
  });

  describe('reading', () => {
    it('lists those of one organization, or of all in which the caller may see them', async () => {
      const ids = async (who: LoggedIn, query = '') =>
        (await get(who, `${PATH}${query}`)).body.data.data_sources.map(({ id }: { id: number }) => id);
      const { id } = await create();
      expect(await ids(vera)).toEqual([1, id]);
      expect(await ids(vera, '?organization_id=1&limit=1&page=2')).toEqual([id]);
      expect(await ids(oscar)).toEqual([2]);
      expect(await ids(vera, '?search=RIVERS%20of')).toEqual([1]);
      expect(await ids(vera, '?organization_id=1&search=%25')).toEqual([]);
      const found = await get(vera, `${PATH}?search=rivers%20of&limit=1&page=2`);
      expect([found.body.data.data_sources, found.body.data.pagination.total]).toEqual([[], 1]);
      expect(await ids(oscar, '?search=rivers%20of')).toEqual([]);
      expect(outcome(await get(vera, `${PATH}?search=a&search=b`))).toEqual([400, 'VALIDATION_FAILED']);
      const [{ role }] = await app.dataSource.query(
        `INSERT INTO roles (organization_id, name, is_built_in, permissions) VALUES (2, 'Nothing', false, '{}') RETURNING id AS role`,
      );
      const join = `INSERT INTO organization_members (organization_id, user_id, role_id, joined_at) VALUES (2, $1, $2, now())`;
      await app.dataSource.query(join, [vera.userId, role]);
      expect(await ids(vera)).toEqual([1, id]);
      expect(outcome(await get(vera, `${PATH}?organization_id=2`))).toEqual([403, 'FORBIDDEN']);
      await app.dataSource.query(`DELETE FROM organization_members WHERE organization_id = 2 AND user_id = $1`, [vera.userId]);
      for (const query of ['?organization_id=0', '?organization_id=x', '?organization_id=1&organization_id=2', '?limit=101'])
        expect(outcome(await get(vera, `${PATH}${query}`))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('shows data source 1, the sample, without anything to log in with', async () => {
      const { body, text } = await get(vera, `${PATH}/1`);
      expect(body.data.data_source).toMatchObject({
        name: 'Rivers of the world',
        connection: { host: 'headgate-sample', database: 'headgate_rivers', ssl: { mode: 'disable' } },
        has_password: true,
      });
      expect(text).not.toContain('"password"');
    });

    it('does not find those of another organization, and refuses people without an organization', async () => {
      for (const [who, id, expected] of [
        [oscar, 1, [404, 'NOT_FOUND']],
        [vera, 2, [404, 'NOT_FOUND']],
        [vera, MISSING, [404, 'NOT_FOUND']],
        [nora, 1, [403, 'FORBIDDEN']],
        [nora, MISSING, [403, 'FORBIDDEN']],
        [sysadmin, 1, [403, 'FORBIDDEN']],
        [null, 1, [401, 'UNAUTHORIZED']],
      ] as const)
        for (const [method, path, body] of [
          ['GET', `${PATH}/${id}`, undefined],
          ['PATCH', `${PATH}/${id}`, { name: 'Mine' }],
          ['DELETE', `${PATH}/${id}`, undefined],
          ['POST', `${PATH}/${id}/test`, undefined],
        ] as const)
          expect([method, ...outcome(await send(who, method, path, body))]).toEqual([method, ...expected]);
      for (const who of [nora, sysadmin]) expect(outcome(await get(who, PATH))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await get(oscar, `${PATH}?organization_id=1`))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await send(oscar, 'POST', PATH, server()))).toEqual([403, 'FORBIDDEN']);
      for (const id of ['0', '-1', '1e3', 'abc', '2147483648'])
        expect(outcome(await get(vera, `${PATH}/${id}`))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('is all that a viewer may do', async () => {
      const { id } = await create();
      for (const [method, path, body] of [
        ['POST', PATH, server()],
        ['PATCH', `${PATH}/${id}`, { name: 'Mine' }],
        ['DELETE', `${PATH}/${id}`, undefined],
        ['POST', `${PATH}/${id}/test`, undefined],
      ] as const)
        expect([method, ...outcome(await send(vera, method, path, body))]).toEqual([method, 403, 'FORBIDDEN']);
      expect((await get(vera, `${PATH}/${id}`)).status).toBe(200);
    });
  });

  describe('changing', () => {
    it('merges the connection field by field, keeps the password, and tells what changed by name', async () => {
      const { id, connection } = await create();
      const changed = await send(adam, 'PATCH', `${PATH}/${id}`, {
        name: ' New name ',
        connection: { database: 'lake' },
      });
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
      expect(changed.body.data.data_source).toMatchObject({
        name: 'New name',
        connection: { ...connection, database: 'lake' },
        has_password: true,
      });
      expect(await lastAudit('data_source.updated')).toMatchObject({
        outcome: 'success',
        target: String(id),
        detail: { changed: ['name', 'connection.database'] },
      });
      const removed = await send(adam, 'PATCH', `${PATH}/${id}`, { connection: { password: null } });
      expect(removed.body.data.data_source.has_password).toBe(false);
      expect(await app.app.get(DataSources, { strict: false }).passwordOf(id, 3)).toBeNull();
    });

    it.each([
      [{ host: 'evil.example' }],
      [{ port: 5433 }],
      [{ username: 'postgres' }],
      [{ ssl: false }],
      [{ ssl: { mode: 'require' } }],
      [{ ssl: { mode: 'verify-ca', ca: AUTHORITY } }],
      [{ host: 'evil.example', ssl: true, database: 'x' }],
    ])('sends no stored password elsewhere: %j needs it again', async (change) => {
      const { id } = await create();
      const refused = await send(adam, 'PATCH', `${PATH}/${id}`, { connection: change });
      expect(outcome(refused)).toEqual([400, 'VALIDATION_FAILED']);
      expect(refused.body.details).toMatchObject([{ field: 'connection.password', message: expect.any(String) }]);
      expect(await lastAudit('data_source.updated')).toMatchObject({
        outcome: 'refused',
        detail: { reason: 'PasswordNeeded' },
      });
      for (const password of [SECRET, null]) {
        const allowed = await send(adam, 'PATCH', `${PATH}/${id}`, { connection: { ...change, password } });
        expect(allowed.status).toBe(200);
      }
    });

    it('tightens TLS and repeats what is there without the password', async () => {
      const { id } = await create(server({ ssl: false }));
      for (const connection of [{ host: 'db.delta.example', port: 5432 }, { ssl: { mode: 'require' } }, { ssl: true }])
        expect((await send(adam, 'PATCH', `${PATH}/${id}`, { connection })).status).toBe(200);
    });

    it.each([
      [{}],
      [{ connection: {} }],
      [{ name: null }],
      [{ engine: 'mysql' }],
      [{ organization_id: 2 }],
      [{ connection: null }],
      [{ connection: { port: null } }],
      [{ connection: { file: 'x.db' } }],
      [{ connection: { host: '/tmp', password: 'x' } }],
      [{ connection: { query_timeout: 1 } }],
      [{ connection: { ssl: { mode: 'verify-ca' }, password: 'x' } }],
    ])('refuses %j with 400', async (body) => {
      const { id } = await create();
      expect(outcome(await send(adam, 'PATCH', `${PATH}/${id}`, body))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('refuses a host that is not allowed, and a name that is taken', async () => {
      const [{ id }, { name }] = [await create(), await create()];
      const toMetadata = { connection: { host: '169.254.169.254', password: SECRET } };
      expect(outcome(await send(adam, 'PATCH', `${PATH}/${id}`, toMetadata))).toEqual([403, 'HOST_NOT_ALLOWED']);
      expect(outcome(await send(adam, 'PATCH', `${PATH}/${id}`, { name }))).toEqual([409, 'CONFLICT']);
      expect((await get(adam, `${PATH}/${id}`)).headers.get('etag')).toBe('"1"');
    });

    it('does not turn the sample’s reserved name into another database of our server', async () => {
      for (const database of ['postgres', 'headgate', new URL(app.databaseUrl).pathname.slice(1)])
        expect(outcome(await send(olivia, 'PATCH', `${PATH}/1`, { connection: { database } }))).toEqual([403, 'HOST_NOT_ALLOWED']);
    });

    it('lets one of 20 with the same ETag win', async () => {
      const { id } = await create();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => send(adam, 'PATCH', `${PATH}/${id}`, { name: `Name ${index}` }, { 'If-Match': '"1"' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(412)]);
    });
  });

  describe('deleting', () => {
    it('removes everything known about it; of two at once, one finds it', async () => {
      const { id, name } = await create();
      await app.dataSource.query(
        `INSERT INTO schema_snapshots (data_source_id, covers_all, taken_at, discovered_at, duration_ms)
         VALUES ($1, true, now(), now(), 1)`,
        [id],
      );
      const answers = await Promise.all([1, 2].map(() => send(adam, 'DELETE', `${PATH}/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(answers.find(({ status }) => status === 200)?.body.data).toEqual({ success: true });
      expect(outcome(await get(adam, `${PATH}/${id}`))).toEqual([404, 'NOT_FOUND']);
      expect(await app.dataSource.query('SELECT 1 FROM schema_snapshots WHERE data_source_id = $1', [id])).toEqual([]);
      const [deleted] = await app.dataSource.query(
        `SELECT detail FROM audit_events WHERE action = 'data_source.deleted' AND outcome = 'success' AND target_id = $1`,
        [String(id)],
      );
      expect(deleted.detail).toEqual({ name });
    });
  });

  describe('testing', () => {
    const test = async (id: number, who = adam) => send(who, 'POST', `${PATH}/${id}/test`);
    const tester = { username: `tester_${randomBytes(6).toString('hex')}`, password: 'a password' };
    const own = () => {
      const { hostname: host, port, username, password } = new URL(app.databaseUrl);
      return { host, port: Number(port), database: 'headgate_rivers', username, password };
    };
    const another = () => ({ ...own(), ...tester });

    beforeAll(() => app.dataSource.query(`CREATE ROLE ${tester.username} LOGIN PASSWORD '${tester.password}'`));
    beforeEach(() => app.dataSource.query('DELETE FROM attempt_throttles'));
    afterAll(() => app.dataSource.query(`DROP ROLE ${tester.username}`));

    it('answers the version and how long it took, and leaves a trace', async () => {
      for (const [who, id, organization] of [
        [adam, 1, 1],
        [oscar, 2, 2],
      ] as const) {
        const { status, body } = await test(id, who);
        expect([status, body.data]).toEqual([
          200,
          {
            ok: true,
            latency_ms: expect.any(Number),
            server_version: expect.stringMatching(/\d+/),
            warning: null,
          },
        ]);
        expect(await lastAudit('data_source.tested')).toEqual({
          outcome: 'success',
          actor: who.userId,
          organization,
          target: String(id),
          detail: { ok: true, reason: null },
        });
      }
    });

    it.each<[string, () => object, string]>([
      ['a wrong password', () => server({ ...another(), password: 'wrong' }), 'DATA_SOURCE_LOGIN_FAILED'],
      ['no password', () => server({ ...another(), password: null }), 'DATA_SOURCE_LOGIN_FAILED'],
      ['an unknown user', () => server({ ...another(), username: "nobody ' --" }), 'DATA_SOURCE_LOGIN_FAILED'],
      ['an unknown database', () => server({ ...another(), database: 'no"such\n\'base' }), 'DATA_SOURCE_NO_DATABASE'],
      ['a port without a server', () => server({ ...another(), port: 1 }), 'DATA_SOURCE_UNREACHABLE'],
      ['a server without TLS', () => server({ ...another(), ssl: true }), 'DATA_SOURCE_TLS_FAILED'],
      ['a name without an address', () => server({ host: 'no-such-name.invalid' }), 'DATA_SOURCE_UNREACHABLE'],
      ['a file that is not there', () => file('missing.db'), 'DATA_SOURCE_UNREACHABLE'],
    ])('answers ok: false and a code to %s', async (_, body, code) => {
      const { id } = await create(body());
      const { status, body: answer } = await test(id);
      expect([status, answer.data]).toEqual([
        200,
        { ok: false, latency_ms: null, server_version: null, error: { code, message: expect.any(String) } },
      ]);
      expect(await lastAudit('data_source.tested')).toMatchObject({
        target: String(id),
        detail: { ok: false, reason: code },
      });
    });

    it('says since when it fails, until a test or a discovery succeeds, or the connection is another', async () => {
      const { id, failing_since: atFirst } = await create(server(another()));
      const failing = async (): Promise<unknown> => (await get(vera, `${PATH}/${id}`)).body.data.data_source.failing_since;
      const listed = async (): Promise<number[]> =>
        (await get(vera, `${PATH}?organization_id=1&failing=true`)).body.data.data_sources.map((source: { id: number }) => source.id);
      const discover = () => send(adam, 'POST', `${PATH}/${id}/discover-schema?refresh=true`);
      const login = (may: 'LOGIN' | 'NOLOGIN') => app.dataSource.query(`ALTER ROLE ${tester.username} ${may}`);
      await app.dataSource.query(`GRANT headgate_rivers_reader TO ${tester.username}`);
      expect([atFirst, await listed()]).toEqual([null, []]);
      await login('NOLOGIN');
      for (const [fail, mend] of [
        [test, discover],
        [discover, test],
      ] as const) {
        await login('NOLOGIN');
        await fail(id);
        const since = await failing();
        expect([since, await listed()]).toEqual([expect.stringMatching(/Z$/), [id]]);
        await fail(id);
        expect([await failing(), (await get(adam, `${PATH}/${id}`)).headers.get('etag')]).toEqual([since, '"1"']);
        await login('LOGIN');
        await mend(id);
        expect([await failing(), await listed()]).toEqual([null, []]);
      }
      await discover();
      expect(outcome(await send(adam, 'POST', `${PATH}/${id}/discover-schema?refresh=true&schema_name=no_such`))).toEqual([
        404,
        'SCHEMA_NOT_FOUND',
      ]);
      expect(await failing()).toBeNull();
      await login('NOLOGIN');
      await test(id);
      expect(await listed()).toEqual([id]);
      await send(adam, 'PATCH', `${PATH}/${id}`, { connection: { database: 'headgate_lakes' } });
      expect(await listed()).toEqual([]);
      expect(outcome(await get(vera, `${PATH}?failing=no`))).toEqual([400, 'VALIDATION_FAILED']);
      await login('LOGIN');
      // What began before the latest change says nothing about it.
      await send(adam, 'PATCH', `${PATH}/${id}`, {
        connection: { database: (server(another()) as { connection: { database: string } }).connection.database },
      });
      await app.dataSource.query(`UPDATE data_sources SET failing_since = now(), updated_at = now() + interval '1 year' WHERE id = $1`, [
        id,
      ]);
      expect((await test(id)).body.data.ok).toBe(true);
      expect(await listed()).toEqual([id]);
    });

    describe('before it is stored', () => {
      const unnamed = (body: object) => Object.fromEntries(Object.entries(body).filter(([field]) => field !== 'name'));
      const testGiven = (body: object, who: LoggedIn | null = adam) => send(who, 'POST', `${PATH}/test`, unnamed(body));
      const sources = async (): Promise<unknown> => app.dataSource.query('SELECT max(id) AS last FROM data_sources');

      it('answers as it does once it is stored, keeps nothing, and leaves a trace without the password', async () => {
        const before = await sources();
        const { status, body } = await testGiven(server({ ...another(), password: 'wrong' }));
        expect([status, body.data]).toMatchObject([200, { ok: false, error: { code: 'DATA_SOURCE_LOGIN_FAILED' } }]);
        expect(await lastAudit('data_source.tested')).toEqual({
          outcome: 'success',
          actor: adam.userId,
          organization: 1,
          target: null,
          detail: { ok: false, reason: 'DATA_SOURCE_LOGIN_FAILED', engine: 'postgresql' },
        });
        for (const [given, code] of [
          [server({ ...another(), port: 1 }), 'DATA_SOURCE_UNREACHABLE'],
          [server({ host: 'no-such-name.invalid' }), 'DATA_SOURCE_UNREACHABLE'],
          [server({ host: '169.254.169.254' }), 'HOST_NOT_ALLOWED'],
          [server(own()), 'HOST_NOT_ALLOWED'],
          [file('missing.db'), 'DATA_SOURCE_UNREACHABLE'],
        ] as const)
          expect([code, (await testGiven(given)).body.data]).toMatchObject([code, { ok: false, error: { code } }]);
        const missing = await testGiven(file('missing.db'));
        expect(missing.body.data).toMatchObject({ error: { message: expect.stringContaining('There is no file at this path.') } });
        expect(await sources()).toEqual(before);
        const { connection } = await app.dataSource.query('SELECT connection FROM data_sources WHERE id = 1').then(([row]) => row);
        expect(connection.host).toBe('headgate-sample');
        // The sample takes no password of a client, so what is stored nowhere does not get in.
        expect((await testGiven(server({ ...connection, tls: undefined }))).body.data.ok).toBe(false);
        expect(app.log.join('\n')).not.toContain(SECRET);
      });

      it.each([
        [{ engine: 'oracle' }, 'engine'],
        [{ connection: {} }, 'connection.host'],
        [{ connection: { host: 'a b', database: 'd', username: 'u' } }, 'connection.host'],
        [{ engine: 'sqlite', connection: { file: '../up.db' } }, 'connection.file'],
        [{ organization_id: 0 }, 'organization_id'],
        [{ name: 'Named' }, 'name'],
      ])('refuses %j', async (change, field) => {
        const answer = await send(adam, 'POST', `${PATH}/test`, { ...unnamed(server(another())), ...change });
        expect([answer.status, answer.body.details?.map((one: { field: string }) => one.field)]).toEqual([
          400,
          expect.arrayContaining([field]),
        ]);
      });

      it('is for those who may store one, and counts towards the same limit', async () => {
        for (const who of [vera, oscar, sysadmin, nora])
          expect(outcome(await testGiven(server(another()), who))).toEqual([403, 'FORBIDDEN']);
        expect(outcome(await testGiven(server(another()), null))).toEqual([401, 'UNAUTHORIZED']);
        const wrong = server({ ...another(), password: 'wrong' });
        const burst = await Promise.all(Array.from({ length: 25 }, () => testGiven(wrong)));
        expect(burst.filter(({ status }) => status === 200)).toHaveLength(21);
        const { id } = await create(server(another()));
        expect(outcome(await test(id))).toEqual([429, 'RATE_LIMITED']);
      });
    });

    it('connects to nothing that is not allowed, and not to our own database, whatever is stored', async () => {
      const database = new URL(app.databaseUrl).pathname.slice(1);
      const { id: owned } = await create(server({ ...own(), database }));
      const { id: renamed } = await create(server({ ...own(), host: 'localhost', database }));
      const { id: maintenance } = await create(server({ ...own(), host: '127.0.0.2', database: 'postgres' }));
      const { id: planted } = await create();
      await app.dataSource.query(`UPDATE data_sources SET connection = connection || $2 WHERE id = $1`, [
        planted,
        { host: '169.254.169.254' },
      ]);
      const { id: privileged } = await create(server(own()));
      const { id: byName } = await create(server({ ...another(), host: 'headgate-sample' }));
      await app.dataSource.query(`UPDATE data_sources SET connection = connection || $2 WHERE id = $1`, [
        byName,
        { username: own().username },
      ]);
      for (const id of [owned, renamed, maintenance, planted, privileged, byName]) {
        expect((await test(id)).body.data).toMatchObject({ ok: false, error: { code: 'HOST_NOT_ALLOWED' } });
        expect(await lastAudit('data_source.tested')).toMatchObject({ outcome: 'refused', target: String(id) });
      }
    });

    it('sends a password only where it was meant to go: not to a host that was replaced meanwhile', async () => {
      const { id } = await create(server(another()));
      const sources = app.app.get(DataSources, { strict: false });
      const before = await sources.find(id);
      if (before === null) throw new Error('It is gone.');
      const change = { connection: { host: 'localhost', password: 'another password' } };
      expect((await send(adam, 'PATCH', `${PATH}/${id}`, change)).status).toBe(200);
      const targets = app.app.get(Targets, { strict: false });
      await expect(targets.locate(before)).rejects.toMatchObject({ code: 'DATA_SOURCE_LOST' });
      const now = { ...before, version: before.version + 1 };
      expect(await targets.locate(now)).toMatchObject({ server: { password: 'another password' } });
      await sources.remove(id);
      await expect(targets.locate(now)).rejects.toMatchObject({ code: 'DATA_SOURCE_LOST' });
    });

    it('gives different ports the same code: closed, silent, hanging up or of another protocol, with TLS and without', async () => {
      const greetings = [null, '', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'SSH-2.0-OpenSSH_9.9\r\n'];
      const sockets: Socket[] = [];
      const impostors = greetings.map((greeting) =>
        createServer((socket) => {
          sockets.push(socket.on('error', () => undefined));
          if (greeting !== null) socket.end(greeting);
        }).listen(0, '127.0.0.1'),
      );
      for (const impostor of impostors) if (!impostor.listening) await once(impostor, 'listening');
      const ports = [1, ...impostors.map((impostor) => (impostor.address() as AddressInfo).port)];
      const errorOf = async (engine: string, port: number, ssl: boolean): Promise<string> => {
        const source = await create({ ...server({ ...another(), host: '127.0.0.1', port, ssl }), engine });
        return JSON.stringify((await test(source.id)).body.data.error);
      };
      try {
        const cases = ['postgresql', 'mysql'].flatMap((engine) =>
          ports.flatMap((port) => [false, true].map((ssl) => [engine, port, ssl] as const)),
        );
        const errors: string[] = [];
        for (const each of [false, true])
          errors.push(...(await Promise.all(cases.filter(([, , ssl]) => ssl === each).map((one) => errorOf(...one)))));
        expect([...new Set(errors)]).toEqual([expect.stringContaining('"DATA_SOURCE_UNREACHABLE"')]);
      } finally {
        for (const socket of sockets) socket.destroy();
        for (const impostor of impostors) impostor.close();
      }
    });

    it('does not allow guessing passwords or finding ports: 20 failures at a host, then longer and longer waits', async () => {
      const { id } = await create(server({ ...another(), password: 'wrong' }));
      const { id: other } = await create(server({ ...another(), host: '127.0.0.3', port: 1 }));
      for (let at = 0; at < 21; at += 1) expect((await test(id)).body.data.error.code).toBe('DATA_SOURCE_LOGIN_FAILED');
      // The right password as well as a wrong one, and the same host for another data source.
      const { id: right } = await create(server(another()));
      for (const [each, wait] of [
        [id, 5],
        [right, 5],
      ] as const) {
        const answer = await test(each);
        expect([...outcome(answer), answer.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', String(wait)]);
        expect(await lastAudit('data_source.tested')).toEqual({
          outcome: 'refused',
          actor: adam.userId,
          organization: 1,
          target: String(each),
          detail: { reason: 'RateLimited' },
        });
      }
      expect((await test(other)).status).toBe(200);
      expect((await test(2, oscar)).status).toBe(200);
      app.clock.advance({ seconds: 6 });
      expect((await test(id)).status).toBe(200);
      expect((await test(id)).headers.get('retry-after')).toBe('10');
    });

    it('gives attempts that were sent at once no more information than attempts one by one', async () => {
      const { id } = await create(server({ ...another(), password: 'wrong' }));
      const burst = await Promise.all(Array.from({ length: 50 }, () => test(id)));
      const told = burst.filter(({ status }) => status === 200).length;
      const refused = burst.filter(({ status, body }) => status === 429 && body.code === 'RATE_LIMITED').length;
      expect([told, refused]).toEqual([21, 29]);
    });

    it('counts for the whole organization, for all hosts together', async () => {
      const { id } = await create(server({ ...another(), port: 1 }));
      let tests = 0;
      for (let at = 0; at < 6; at += 1) {
        await app.dataSource.query(`UPDATE data_sources SET connection = connection || $2 WHERE id = $1`, [id, { host: `127.0.1.${at}` }]);
        for (; tests < 20 * (at + 1) && (await test(id)).status === 200; tests += 1);
      }
      expect(tests).toBe(101);
    });

    it('leaves no connection behind at the source', async () => {
      await Promise.all(Array.from({ length: 10 }, () => test(1)));
      const [{ username }] = await app.dataSource.query(`SELECT connection->>'username' AS username FROM data_sources WHERE id = 1`);
      await eventually('hung up', async () => {
        const [{ left }] = await app.dataSource.query('SELECT count(*)::int AS left FROM pg_stat_activity WHERE usename = $1', [username]);
        return left === 0;
      });
    });
  });

  describe('the sample database', () => {
    const asReader = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
      const [{ connection, version }] = await app.dataSource.query('SELECT connection, version FROM data_sources WHERE id = 1');
      const password = await app.app.get(DataSources, { strict: false }).passwordOf(1, version);
      const { hostname: host, port } = new URL(app.databaseUrl);
      const { database, username: user } = connection;
      const client = new Client({ host, port: Number(port), database, user, password: password ?? '' });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    };

    it('holds the reference rivers, each with its countries and its basin, and gauges on rivers of it', async () => {
      await asReader(async (client) => {
        const count = async (sql: string) => Number((await client.query(`SELECT count(*) FROM ${sql}`)).rows[0].count);
        const [{ rivers }] = await app.dataSource.query('SELECT count(*)::int AS rivers FROM rivers');
        expect(await count('hydrology.rivers')).toBe(rivers);
        const [{ touches }] = await app.dataSource.query('SELECT sum(cardinality(countries))::int AS touches FROM rivers');
        expect(await count('hydrology.river_countries')).toBe(touches);
        expect(await count('hydrology.gauges')).toBe(66);
        const strange = `hydrology.gauges g WHERE NOT EXISTS (SELECT FROM hydrology.river_countries rc
                          WHERE rc.river_id = g.river_id AND rc.country_code = g.country_code)`;
        expect(await count(strange)).toBe(0);
        expect(await count('hydrology.longest_rivers')).toBeGreaterThan(50);
        expect(await count('hydrology.country_totals WHERE rivers = 0')).toBe(0);
        const basin = `SELECT b.name FROM hydrology.rivers r JOIN hydrology.basins b ON b.id = r.basin_id WHERE r.name = $1`;
        for (const [river, name] of [
          ['Missouri', 'Mississippi'],
          ['Vltava', 'Elbe'],
          ['Blue Nile', 'Nile'],
        ])
          expect((await client.query(basin, [river])).rows).toEqual([{ name }]);
      });
    });

    it('is only read by its reader, which cannot enter another schema', async () => {
      await asReader(async (client) => {
        for (const statement of [
          `INSERT INTO hydrology.countries VALUES ('XX', 'Nowhere')`,
          'DROP VIEW hydrology.longest_rivers',
          'CREATE TABLE hydrology.mine (id int)',
          'CREATE SCHEMA mine',
          'CREATE TEMP TABLE mine (id int)',
        ])
          await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      });
    });

    it('is made once, however many processes ask for it at the same time', async () => {
      expect(await Promise.all(Array.from({ length: 8 }, () => makeSampleDatabase(app.databaseUrl)))).toEqual(Array<boolean>(8).fill(true));
    });

    it('is given up without an error by an account that may not create databases and roles', async () => {
      const role = `plain_${randomBytes(6).toString('hex')}`;
      await app.dataSource.query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
      const url = new URL(app.databaseUrl);
      Object.assign(url, { username: role, password: 'plain' });
      try {
        expect(await makeSampleDatabase(url.href)).toBe(false);
        await app.dataSource.query(`ALTER ROLE ${role} CREATEDB CREATEROLE`);
        expect(await makeSampleDatabase(url.href)).toBe(false);
      } finally {
        await app.dataSource.query(`DROP ROLE ${role}`);
      }
    });
  });
});
