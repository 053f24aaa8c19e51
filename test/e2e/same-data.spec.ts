import { copyFileSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NoteFoundData } from '../../src/data-sources/application/note-found-data.js';
import type { Answer } from '../support/http-client.js';
import { makeFile } from '../support/make-file.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const SOURCES = '/api/v1/data-sources';
const POLICIES = '/api/v1/sso/abac/data-policies';
const RULES = [{ kind: 'column', schema: 'main', relation: 'staff', column: 'salary', effect: 'null' }];

/** Epochs go on, as they do for every instance that remembers what it has read. */
const CLEAR = [
  'DELETE FROM data_policies',
  'DELETE FROM data_sources WHERE id > 2',
  'DELETE FROM remembered_data',
  'DELETE FROM abac_policies',
  'UPDATE data_policy_epochs SET epoch = epoch + 1',
  'UPDATE abac_epochs SET epoch = epoch + 1, is_deciding = false',
];

/** Adam may register data sources and write data policies; Olivia may publish policies as well. */
describe('data under policies that a second data source reads', () => {
  let app: TestApp;
  let directory: string;
  let olivia: LoggedIn, adam: LoggedIn, oscar: LoggedIn;

  const at = (file: string, organizationId = 1): string => join(directory, String(organizationId), file);
  const send = (who: LoggedIn, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.http.send(method, path, body, { token: who.accessToken, headers });
  const outcome = ({ status, body }: Answer): unknown[] => (status < 300 ? [status] : [status, body.code]);

  const register = (who: LoggedIn, file: string, more: object = {}): Promise<Answer> => {
    const source = { organization_id: 1, name: `${file} ${Math.random()}`, engine: 'sqlite', connection: { file } };
    return send(who, 'POST', SOURCES, { ...source, ...more });
  };
  const registered = async (who: LoggedIn, file: string, more: object = {}): Promise<number> => {
    const answer = await register(who, file, more);
    expect([answer.status, answer.body.code]).toEqual([201, undefined]);
    const { id } = answer.body.data.data_source;
    return id;
  };
  const discover = (id: number, who = olivia) => send(who, 'POST', `${SOURCES}/${id}/discover-schema?refresh=true`);
  const salaries = async (id: number, who = adam): Promise<unknown> => {
    const { status, body } = await send(who, 'POST', `${SOURCES}/${id}/query`, { sql: 'SELECT salary FROM staff' });
    return status === 200 ? body.data.rows : [status, body.code];
  };
  const drafted = async (id: number | null, rules: readonly object[] = RULES): Promise<string> => {
    const policy = { organization_id: 1, data_source_id: id, name: `Policy ${Math.random()}`, rules };
    const made = await send(olivia, 'POST', POLICIES, policy);
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    return `${POLICIES}/${made.body.data.data_policy.id}`;
  };
  const activate = (policy: string, who = olivia) => send(who, 'POST', `${policy}/activate`, undefined, { 'If-Match': '"1"' });
  const protect = async (id: number): Promise<string> => {
    expect((await discover(id)).status).toBe(200);
    const policy = await drafted(id);
    expect((await activate(policy)).status).toBe(200);
    return policy;
  };
  const stateOf = async (id: number) => {
    const { state, closed_because } = (await send(adam, 'GET', `${SOURCES}/${id}`)).body.data.data_source;
    return closed_because ?? state;
  };
  const staff = (file: string, organizationId = 1): string => {
    rmSync(at(file, organizationId), { force: true });
    makeFile('sqlite', at(file, organizationId), "CREATE TABLE staff (name text, salary int); INSERT INTO staff VALUES ('Ada', 4711)");
    return file;
  };

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'same-data-'));
    for (const id of [1, 2]) mkdirSync(at('', id));
    app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory } });
    [olivia, adam, oscar] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam'), await logIn(app.http, 'oscar')];
  });
  afterAll(async () => {
    await app.close();
    rmSync(directory, { recursive: true });
  });
  beforeEach(async () => {
    for (const text of CLEAR) await app.dataSource.query(text);
    rmSync(at(''), { recursive: true });
    mkdirSync(at(''));
    staff('staff.db');
  });

  it('takes abac.grant to register it, whose answer says that the new one has no policies', async () => {
    const id = await registered(adam, 'staff.db');
    await protect(id);
    expect(await salaries(id)).toEqual([[null]]);
    const refused = await register(adam, 'staff.db');
    expect(outcome(refused)).toEqual([403, 'DATA_UNDER_POLICIES']);
    expect(refused.body.message).toContain('abac.grant');
    const made = await register(olivia, 'staff.db');
    expect(made.body.data.same_data).toEqual([
      { data_source_id: id, name: expect.stringContaining('staff.db'), protected: true, closed: false },
    ]);
    const { id: second } = made.body.data.data_source;
    expect((await discover(second, adam)).status).toBe(200);
    expect([await salaries(second), await salaries(id)]).toEqual([[[4711]], [[null]]]);
  });

  it.each([
    ['a symbolic link', () => symlinkSync(at('staff.db'), at('link.db'))],
    [
      'a link in a linked directory',
      () => {
        mkdirSync(at('sub'));
        symlinkSync(at(''), at('sub/home'));
        symlinkSync(at('sub/home/staff.db'), at('link.db'));
      },
    ],
    ['a hard link', () => linkSync(at('staff.db'), at('link.db'))],
    ['the file under its new name', () => renameSync(at('staff.db'), at('link.db'))],
  ])('is the same through %s', async (_, link) => {
    await protect(await registered(adam, 'staff.db'));
    link();
    expect(outcome(await register(adam, 'link.db'))).toEqual([403, 'DATA_UNDER_POLICIES']);
    const duckdb = { engine: 'duckdb' };
    expect(outcome(await register(adam, 'link.db', duckdb))).toEqual([403, 'DATA_UNDER_POLICIES']);
  });

  it('is the same for what the engine keeps beside the file, and another one for a copy', async () => {
    await protect(await registered(adam, 'staff.db'));
    copyFileSync(at('staff.db'), at('copy.db'));
    expect(outcome(await register(adam, 'staff.db-wal'))).toEqual([403, 'DATA_UNDER_POLICIES']);
    expect(outcome(await register(adam, 'copy.db'))).toEqual([201]);
  });

  it('takes abac.grant to lead another source there, and to lead the protected one away', async () => {
    const id = await registered(adam, 'staff.db');
    await protect(id);
    const other = await registered(adam, staff('other.db'));
    linkSync(at('staff.db'), at('link.db'));
    const lead = (who: LoggedIn, from: number, file: string) => send(who, 'PATCH', `${SOURCES}/${from}`, { connection: { file } });
    expect(outcome(await lead(adam, other, 'link.db'))).toEqual([403, 'DATA_UNDER_POLICIES']);
    expect(outcome(await lead(adam, id, 'other.db'))).toEqual([403, 'DATA_UNDER_POLICIES']);
    expect(outcome(await send(adam, 'PATCH', `${SOURCES}/${id}`, { name: 'Renamed' }))).toEqual([200]);
    expect((await lead(olivia, other, 'link.db')).body.data.same_data).toEqual([expect.objectContaining({ data_source_id: id })]);
    expect(outcome(await lead(olivia, id, staff('empty.db')))).toEqual([200]);
    // Its data stays remembered, and the source that was let goes on.
    expect(outcome(await register(adam, 'staff.db'))).toEqual([403, 'DATA_UNDER_POLICIES']);
    expect((await discover(other)).status).toBe(200);
    expect(await salaries(other)).toEqual([[4711]]);
  });

  it('takes abac.grant to delete its source, and stays remembered until it is released', async () => {
    const id = await registered(adam, 'staff.db');
    await protect(id);
    expect(outcome(await send(adam, 'DELETE', `${SOURCES}/${id}`))).toEqual([403, 'DATA_UNDER_POLICIES']);
    expect(outcome(await send(olivia, 'DELETE', `${SOURCES}/${id}`))).toEqual([200]);
    renameSync(at('staff.db'), at('moved.db'));
    expect(outcome(await register(adam, 'moved.db'))).toEqual([403, 'DATA_UNDER_POLICIES']);
    const remembered = '/api/v1/organizations/1/remembered-data';
    const [{ id: record, ...kept }] = (await send(olivia, 'GET', remembered)).body.data.remembered_data;
    expect(kept).toMatchObject({
      data_source_name: expect.stringContaining('staff.db'),
      engine: 'sqlite',
      place: 'staff.db',
    });
    expect(outcome(await send(adam, 'DELETE', `${remembered}/${record}`))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await send(oscar, 'DELETE', `/api/v1/organizations/2/remembered-data/${record}`))).toEqual([404, 'NOT_FOUND']);
    expect(outcome(await send(olivia, 'DELETE', `${remembered}/${record}`))).toEqual([200]);
    expect(outcome(await register(adam, 'moved.db'))).toEqual([201]);
  });

  it('is remembered once, however often it is left, and listed a page at a time', async () => {
    const leave = async (file: string): Promise<void> => {
      const id = await registered(olivia, file, { labels: ['restricted'] });
      expect(outcome(await send(olivia, 'DELETE', `${SOURCES}/${id}`))).toEqual([200]);
    };
    await leave('staff.db');
    await leave(staff('other.db'));
    const id = await registered(adam, staff('third.db'));
    expect((await discover(id)).status).toBe(200);
    expect(outcome(await send(olivia, 'PATCH', `${SOURCES}/${id}`, { labels: ['restricted'] }))).toEqual([200]);
    // Since it was labelled it has come to the data of the first one.
    unlinkSync(at('third.db'));
    linkSync(at('staff.db'), at('third.db'));
    expect(outcome(await send(olivia, 'DELETE', `${SOURCES}/${id}`))).toEqual([200]);
    const pageOf = async (page: number) => {
      const path = `/api/v1/organizations/1/remembered-data?limit=1&page=${page}`;
      const { remembered_data, pagination } = (await send(olivia, 'GET', path)).body.data;
      return [remembered_data.map((one: { place: string }) => one.place), pagination.total];
    };
    expect([await pageOf(1), await pageOf(2), await pageOf(3)]).toEqual([
      [['other.db'], 2],
      [['third.db'], 2],
      [[], 2],
    ]);
    expect(outcome(await register(adam, 'staff.db'))).toEqual([403, 'DATA_UNDER_POLICIES']);
  });

  it('is remembered no more once a person with abac.grant registers it', async () => {
    const id = await registered(adam, 'staff.db');
    await protect(id);
    expect(outcome(await send(olivia, 'DELETE', `${SOURCES}/${id}`))).toEqual([200]);
    expect((await register(olivia, 'staff.db')).body.data.same_data).toEqual([
      { data_source_id: null, name: expect.stringContaining('staff.db'), protected: true, closed: true },
    ]);
    expect(outcome(await register(adam, 'staff.db'))).toEqual([201]);
  });

  it.each([
    ['labels', async (id: number) => void (await send(olivia, 'PATCH', `${SOURCES}/${id}`, { labels: ['restricted'] }))],
    [
      'a tag that a policy for all sources goes by',
      async (id: number) => {
        expect((await discover(id)).status).toBe(200);
        const tag = { schema: 'main', relation: 'staff', column: 'salary', tag: 'pay', state: 'set' };
        expect((await send(olivia, 'PUT', `${SOURCES}/${id}/tags`, tag)).status).toBe(200);
        expect((await activate(await drafted(null, [{ kind: 'tag', tag: 'pay', effect: 'null' }]))).status).toBe(200);
      },
    ],
    [
      'an access policy that names the source',
      async (id: number) => {
        const text = `forbid (principal, action == Action::"query.run", resource == DataSource::"${id}") unless { principal.roles.contains("owner") };`;
        const made = await send(olivia, 'POST', '/api/v1/sso/abac/policies', {
          organization_id: 1,
          name: 'Named',
          text,
        });
        const path = `/api/v1/sso/abac/policies/${made.body.data.policy.id}/versions/1/activate`;
        const activated = await send(olivia, 'POST', path, undefined, { 'If-Match': '"1"' });
        expect([activated.status, activated.body.code]).toEqual([200, undefined]);
      },
    ],
  ])('is protected by %s alike', async (_, protectBy) => {
    const id = await registered(adam, 'staff.db');
    await protectBy(id);
    expect(outcome(await register(adam, 'staff.db'))).toEqual([403, 'DATA_UNDER_POLICIES']);
    expect(outcome(await send(adam, 'DELETE', `${SOURCES}/${id}`))).toEqual([403, 'DATA_UNDER_POLICIES']);
  });

  it('is judged again when it is read: a link that leads there since closes its source', async () => {
    await protect(await registered(adam, 'staff.db'));
    const id = await registered(adam, staff('other.db'));
    expect((await discover(id)).status).toBe(200);
    expect(await salaries(id)).toEqual([[4711]]);
    unlinkSync(at('other.db'));
    symlinkSync(at('staff.db'), at('other.db'));
    expect(await salaries(id)).toEqual([403, 'DATA_SOURCE_CLOSED']);
    expect(await stateOf(id)).toBe('same_data');
    unlinkSync(at('other.db'));
    staff('other.db');
    // It opens by a person's word alone.
    expect(await salaries(id)).toEqual([403, 'DATA_SOURCE_CLOSED']);
    expect(outcome(await send(adam, 'POST', `${SOURCES}/${id}/open`))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await send(olivia, 'POST', `${SOURCES}/${id}/open`))).toEqual([200]);
    expect(await salaries(id)).toEqual([[4711]]);
    expect(outcome(await send(olivia, 'POST', `${SOURCES}/${id}/open`))).toEqual([409, 'CONFLICT']);
    const trail = await app.dataSource.query(
      `SELECT action FROM audit_events WHERE action IN ('data_source.closed', 'data_source.opened')
          AND outcome = 'success' AND target_id = $1 ORDER BY id`,
      [String(id)],
    );
    expect(trail).toEqual([{ action: 'data_source.closed' }, { action: 'data_source.opened' }]);
  });

  it('reads no schema through such a link either', async () => {
    await protect(await registered(adam, 'staff.db'));
    const id = await registered(adam, staff('other.db'));
    unlinkSync(at('other.db'));
    linkSync(at('staff.db'), at('other.db'));
    expect(outcome(await discover(id, adam))).toEqual([403, 'DATA_SOURCE_CLOSED']);
    expect(await stateOf(id)).toBe('same_data');
  });

  it('goes on where its file is replaced by a newer one each night', async () => {
    const id = await registered(adam, 'staff.db');
    await protect(id);
    const second = await registered(olivia, 'staff.db');
    expect((await discover(second)).status).toBe(200);
    staff('tonight.db');
    renameSync(at('tonight.db'), at('staff.db'));
    expect([await salaries(id), await salaries(second)]).toEqual([[[null]], [[4711]]]);
    linkSync(at('staff.db'), at('link.db'));
    expect(outcome(await register(adam, 'link.db'))).toEqual([403, 'DATA_UNDER_POLICIES']);
  });

  it('names and closes the other sources where one of them gets labels', async () => {
    const [first, second] = [await registered(adam, 'staff.db'), await registered(adam, 'staff.db')];
    const told = (id: number, isProtected: boolean) =>
      expect.objectContaining({ data_source_id: id, protected: isProtected, closed: true });
    const labelled = await send(olivia, 'PATCH', `${SOURCES}/${first}`, { labels: ['restricted'] });
    expect(labelled.body.data.same_data).toEqual([told(second, false)]);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['open', 'same_data']);
    await registered(adam, staff('other.db'), { name: 'Before' });
    const made = await register(olivia, 'other.db', { labels: ['restricted'] });
    expect(made.body.data.same_data).toEqual([expect.objectContaining({ name: 'Before', protected: false, closed: true })]);
  });

  describe('by an activation', () => {
    it('names the other sources before, closes them, and names them after', async () => {
      const [first, second] = [await registered(adam, 'staff.db'), await registered(adam, 'staff.db', { name: 'Second' })];
      for (const id of [first, second]) expect((await discover(id)).status).toBe(200);
      const validate = { organization_id: 1, data_source_id: first, rules: RULES };
      const { warnings } = (await send(adam, 'POST', `${POLICIES}/validate`, validate)).body.data;
      expect(warnings).toEqual([
        expect.objectContaining({
          field: 'data_source_id',
          message: expect.stringContaining('"Second" reads the same data. Activating this policy closes it'),
        }),
      ]);
      const activated = await activate(await drafted(first), adam);
      expect(activated.body.data.same_data).toEqual([{ data_source_id: second, name: 'Second', protected: false, closed: true }]);
      expect([await salaries(first), await salaries(second)]).toEqual([[[null]], [403, 'DATA_SOURCE_CLOSED']]);
      const opened = await send(olivia, 'POST', `${SOURCES}/${second}/open`);
      expect(opened.body.data.same_data).toEqual([expect.objectContaining({ data_source_id: first, protected: true })]);
      expect(await salaries(second)).toEqual([[4711]]);
      const again = (await send(adam, 'POST', `${POLICIES}/validate`, validate)).body.data.warnings;
      expect(again).toEqual([expect.objectContaining({ message: expect.stringContaining('stays open') })]);
    });

    it('does not open a closed source by a policy of its own, nor close the older one', async () => {
      const [first, second] = [await registered(adam, 'staff.db'), await registered(adam, 'staff.db')];
      for (const id of [first, second]) expect((await discover(id)).status).toBe(200);
      await activate(await drafted(first));
      const own = await drafted(second);
      expect(outcome(await activate(own, adam))).toEqual([403, 'DATA_SOURCE_CLOSED']);
      expect(outcome(await activate(own))).toEqual([200]);
      expect([await salaries(first), await salaries(second)]).toEqual([[[null]], [403, 'DATA_SOURCE_CLOSED']]);
    });

    it('closes a source with a policy of its own that is younger', async () => {
      const [first, second] = [await registered(adam, 'staff.db'), await registered(adam, 'staff.db')];
      for (const id of [first, second]) expect((await discover(id)).status).toBe(200);
      const harmless = [{ kind: 'column', schema: 'main', relation: 'staff', column: 'name', effect: 'null' }];
      const own = await activate(await drafted(second, harmless), adam);
      expect(own.body.data.same_data).toEqual([expect.objectContaining({ data_source_id: first, closed: true })]);
      expect(outcome(await send(olivia, 'POST', `${SOURCES}/${first}/open`))).toEqual([200]);
      // Opened beside the other one, both stay open; what the new policy does not reach is named.
      expect((await activate(await drafted(first))).body.data.same_data).toEqual([
        { data_source_id: second, name: expect.anything(), protected: true, closed: false },
      ]);
    });
  });

  describe('that was never found', () => {
    const outOfReach = async (id: number): Promise<void> => {
      await app.dataSource.query(`UPDATE data_sources SET data_keys = '{}' WHERE id = $1`, [id]);
      renameSync(at('staff.db'), at('away'));
    };
    const NOT_COMPARED = [503, 'DATA_NOT_COMPARED'];

    it('takes abac.grant to register what may be the same, and is shown by no other source, until it is found', async () => {
      const id = await registered(adam, 'staff.db');
      await protect(id);
      const other = await registered(adam, staff('other.db'));
      expect((await discover(other)).status).toBe(200);
      await outOfReach(id);
      const refused = await register(adam, staff('another.db'));
      expect(outcome(refused)).toEqual(NOT_COMPARED);
      expect(refused.body.message).toContain(`data source ${id}`);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect([await salaries(other), await stateOf(other)]).toEqual([NOT_COMPARED, 'open']);
      expect(outcome(await discover(other, adam))).toEqual(NOT_COMPARED);
      renameSync(at('away'), at('staff.db'));
      expect([await salaries(other), outcome(await register(adam, 'another.db'))]).toEqual([[[4711]], [201]]);
    });

    it('is looked up at times, and known from then on while it is out of reach', async () => {
      const id = await registered(adam, 'staff.db');
      await protect(id);
      const other = await registered(adam, staff('other.db'));
      expect((await discover(other)).status).toBe(200);
      await outOfReach(id);
      await app.app.get(NoteFoundData).execute();
      expect(await salaries(other)).toEqual(NOT_COMPARED);
      renameSync(at('away'), at('staff.db'));
      await app.app.get(NoteFoundData).execute();
      renameSync(at('staff.db'), at('away'));
      expect(await salaries(other)).toEqual([[4711]]);
      expect(outcome(await register(adam, 'away'))).toEqual([403, 'DATA_UNDER_POLICIES']);
    });

    it('stays in the way when its source is deleted, until it is found or a person with abac.grant releases it', async () => {
      const id = await registered(adam, 'staff.db');
      await protect(id);
      const other = await registered(adam, staff('other.db'));
      expect((await discover(other)).status).toBe(200);
      await outOfReach(id);
      expect(await salaries(other)).toEqual(NOT_COMPARED);
      expect(outcome(await send(olivia, 'DELETE', `${SOURCES}/${id}`))).toEqual([200]);
      expect([await salaries(other), await stateOf(other)]).toEqual([NOT_COMPARED, 'open']);
      const refused = await register(adam, staff('another.db'));
      expect(outcome(refused)).toEqual(NOT_COMPARED);
      expect(refused.body.message).toContain('release it in the list of remembered data');
      await app.app.get(NoteFoundData).execute();
      expect(await salaries(other)).toEqual(NOT_COMPARED);
      const remembered = '/api/v1/organizations/1/remembered-data';
      const [{ id: record }] = (await send(olivia, 'GET', remembered)).body.data.remembered_data;
      expect(outcome(await send(olivia, 'DELETE', `${remembered}/${record}`))).toEqual([200]);
      expect(await salaries(other)).toEqual([[4711]]);
    });

    it('is known by its file once that is there, although its source was deleted before', async () => {
      const id = await registered(adam, 'staff.db');
      await protect(id);
      const other = await registered(adam, staff('other.db'));
      expect((await discover(other)).status).toBe(200);
      await outOfReach(id);
      expect(outcome(await send(olivia, 'DELETE', `${SOURCES}/${id}`))).toEqual([200]);
      renameSync(at('away'), at('staff.db'));
      await app.app.get(NoteFoundData).execute();
      renameSync(at('staff.db'), at('moved.db'));
      expect(outcome(await register(adam, 'moved.db'))).toEqual([403, 'DATA_UNDER_POLICIES']);
      expect(await salaries(other)).toEqual([[4711]]);
    });
  });

  it('tells no other organization', async () => {
    await protect(await registered(adam, 'staff.db'));
    linkSync(at('staff.db'), at('staff.db', 2));
    const theirs = await register(oscar, 'staff.db', { organization_id: 2 });
    expect([theirs.status, theirs.body.data.same_data]).toEqual([201, []]);
    rmSync(at('staff.db', 2));
  });

  describe('of twenty at once', () => {
    it('lets none register it, and shows no salary where a policy is activated meanwhile', async () => {
      const id = await registered(adam, 'staff.db');
      expect((await discover(id)).status).toBe(200);
      const policy = await drafted(id);
      const [activated, ...answers] = await Promise.all([
        activate(policy),
        ...Array.from({ length: 20 }, () => register(adam, 'staff.db')),
      ]);
      expect(outcome(activated)).toEqual([200]);
      const made = answers.flatMap(({ status, body }) => (status === 201 ? [body.data.data_source.id] : []));
      expect(new Set(answers.map((one) => outcome(one).join(' ')))).toEqual(
        new Set(answers.map(({ status }) => (status === 201 ? '201' : '403 DATA_UNDER_POLICIES'))),
      );
      const named = activated.body.data.same_data.map((one: { data_source_id: number }) => one.data_source_id);
      // Each that came before is named, and closed.
      expect(named).toEqual(made.toSorted((one, other) => one - other));
      for (const one of made) expect(await stateOf(one)).toBe('same_data');
      expect(
        new Set((await Promise.all(Array.from({ length: 20 }, () => register(adam, 'staff.db')))).map((one) => outcome(one).join(' '))),
      ).toEqual(new Set(['403 DATA_UNDER_POLICIES']));
    });
  });
});
