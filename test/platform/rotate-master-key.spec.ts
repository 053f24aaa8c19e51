import { randomBytes } from 'node:crypto';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { loadMasterKeys, MasterKeys } from '../../src/platform/crypto/master-keys.js';
import type { ResealSession } from '../../src/platform/crypto/reseal.js';
import { type Rotation, rotateMasterKey } from '../../src/platform/crypto/rotate-master-key.js';
import { rotationReport } from '../../src/platform/crypto/rotation-report.js';
import { CrashingFiles } from './fixtures/crashing-files.js';
import { FACTORS, openedWith, SealedDatabase, sealedBy } from './fixtures/sealed-database.js';

// What the tests themselves do with files never crashes.
const fs = { ...files };
const crash = new CrashingFiles();
afterAll(crash.install());

const [oldKey, newKey, lostKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const boxOf = (...keys: Buffer[]): AesSecretBox => new AesSecretBox(MasterKeys.of(keys));
const idOf = (key: Buffer): string => MasterKeys.of([key]).currentId;
const before = boxOf(oldKey);
const IDS = [1, 2, 3];

let database: SealedDatabase;
let dataDirectory = '';
let path = '';

beforeAll(async () => {
  database = await SealedDatabase.start();
});
afterAll(() => database.stop());
beforeEach(async () => {
  dataDirectory = await fs.mkdtemp(join(tmpdir(), 'headgate-rotation-'));
  path = join(dataDirectory, 'master.key');
  await database.refill([...IDS.map((id) => [id, sealedBy(before, id)] as const), [9, null]]);
});
afterEach(() => fs.rm(dataDirectory, { recursive: true, force: true }));

interface Changes {
  readonly masterKeys?: readonly Buffer[];
  readonly session?: ResealSession;
  readonly exclusively?: <T>(work: () => Promise<T>) => Promise<T>;
}

function rotate({ masterKeys, session = database.session, exclusively = (work) => work() }: Changes = {}): Promise<Rotation> {
  const config = { dataDirectory, masterKeys: masterKeys?.map((key) => key.toString('base64')) };
  return rotateMasterKey({ config, session, columns: [FACTORS], exclusively });
}

const writeKeys = (...keys: Buffer[]): Promise<void> =>
  fs.writeFile(path, keys.map((key) => `${key.toString('base64')}\n`).join(''), { mode: 0o600 });
const keysInFile = async (): Promise<string[]> => {
  const lines = (await fs.readFile(path, 'utf8')).trim().split('\n');
  return lines.map((line) => idOf(Buffer.from(line, 'base64')));
};
const fileBox = async (): Promise<AesSecretBox> => new AesSecretBox(await loadMasterKeys({ dataDirectory }));

async function secretsOpenedWith(box: AesSecretBox): Promise<string[]> {
  const rows = await database.stored();
  return IDS.map((id) => openedWith(box, id, rows.get(id)));
}

const SECRETS = ['secret 1', 'secret 2', 'secret 3'];

describe('rotating to HEADGATE_MASTER_KEY="new,old"', () => {
  it('seals everything under the first, proves that it opens alone, and says what may go', async () => {
    const rotation = await rotate({ masterKeys: [newKey, oldKey] });
    expect(rotation).toMatchObject({ complete: true, currentId: idOf(newKey), olderIds: [idOf(oldKey)] });
    expect(rotation.counts).toMatchObject([{ table: 'factors', column: 'secret', resealed: 3, alreadyCurrent: 0, unreadable: 0 }]);
    expect(await secretsOpenedWith(boxOf(newKey))).toEqual(SECRETS);
    const report = rotationReport(rotation);
    expect(report).toContain('factors.secret: 3 resealed, 0 already current, 0 unreadable');
    expect(report).toMatch(new RegExp(`remove what follows its first entry: ${idOf(oldKey)}\\.`));
    expect(report).not.toContain(newKey.toString('base64').slice(0, 10));
    expect(await fs.readdir(dataDirectory)).toEqual([]);
    expect(await rotate({ masterKeys: [newKey, oldKey] })).toMatchObject({
      complete: true,
      counts: [{ resealed: 0, alreadyCurrent: 3 }],
    });
  });

  it('explains how to rotate when there is no older key', async () => {
    const rotation = await rotate({ masterKeys: [oldKey] });
    expect(rotation).toMatchObject({ complete: true, olderIds: [] });
    expect(rotationReport(rotation)).toContain('HEADGATE_MASTER_KEY=<new>,<present>');
  });

  it('is not complete while a value opens with none of the keys; the others are resealed', async () => {
    await database.insert([[4, sealedBy(boxOf(lostKey), 4)]]);
    const rotation = await rotate({ masterKeys: [newKey, oldKey] });
    expect(rotation).toMatchObject({ complete: false, counts: [{ resealed: 3, unreadable: 1 }] });
    const report = rotationReport(rotation);
    expect(report).toContain(`factors.secret:4 cannot be opened: it is sealed under the unknown key ${idOf(lostKey)}`);
    expect(report).toContain('NOT complete');
    expect(report).not.toContain('may be removed');
    expect(await secretsOpenedWith(boxOf(newKey))).toEqual(SECRETS);
    expect(await rotate({ masterKeys: [newKey, oldKey, lostKey] })).toMatchObject({
      complete: true,
      counts: [{ resealed: 1 }],
    });
  });

  it('is not complete while a server goes on sealing under the older key', async () => {
    let next = 100;
    const busy: ResealSession = {
      ...database.session,
      execute: async (sql, values) => {
        const changed = await database.session.execute(sql, values);
        next -= 1;
        // Behind the walk, where only the proof can meet it.
        await database.insert([[next - 1000, sealedBy(before, next - 1000)]]);
        return changed;
      },
    };
    const rotation = await rotate({ masterKeys: [newKey, oldKey], session: busy });
    expect(rotation).toMatchObject({ complete: false, counts: [{ unreadable: 0 }] });
    expect(rotationReport(rotation)).toContain('something still seals under an older key');
    expect(await rotate({ masterKeys: [newKey, oldKey] })).toMatchObject({ complete: true });
  });

  it('takes a second round for a row that came behind the walk, and counts it', async () => {
    let late = true;
    const session: ResealSession = {
      ...database.session,
      execute: async (sql, values) => {
        if (late) await database.insert([[-5, sealedBy(before, -5)]]);
        late = false;
        return database.session.execute(sql, values);
      },
    };
    const rotation = await rotate({ masterKeys: [newKey, oldKey], session });
    expect(rotation).toMatchObject({ complete: true, counts: [{ resealed: 4, alreadyCurrent: 3 }] });
  });
});

describe('rotating the key file', () => {
  it('makes a new key, seals everything under it and drops the old one', async () => {
    await writeKeys(oldKey);
    const rotation = await rotate();
    expect(rotation).toMatchObject({
      complete: true,
      source: 'key file',
      olderIds: [idOf(oldKey)],
      counts: [{ resealed: 3 }],
    });
    expect(await keysInFile()).toEqual([rotation.currentId]);
    expect(rotation.currentId).not.toBe(idOf(oldKey));
    expect(await secretsOpenedWith(await fileBox())).toEqual(SECRETS);
    expect(((await fs.stat(path)).mode & 0o777).toString(8)).toBe('600');
    expect(await fs.readdir(dataDirectory)).toEqual(['master.key']);
    expect(rotationReport(rotation)).toContain(`Dropped from the key file: ${idOf(oldKey)}.`);
    expect(await rotate()).toMatchObject({ complete: true, olderIds: [rotation.currentId] });
  });

  it('keeps every key while a value opens with none, and adds no further key when it is run again', async () => {
    await writeKeys(oldKey);
    await database.insert([[4, sealedBy(boxOf(lostKey), 4)]]);
    const first = await rotate();
    expect(first).toMatchObject({ complete: false, counts: [{ resealed: 3, unreadable: 1 }] });
    expect(rotationReport(first)).toContain(`Keep all keys (older: ${idOf(oldKey)}); nothing was removed.`);
    expect(await rotate()).toMatchObject({ complete: false, currentId: first.currentId });
    expect(await keysInFile()).toEqual([first.currentId, idOf(oldKey)]);
    await fs.appendFile(path, `${lostKey.toString('base64')}\n`);
    expect(await rotate()).toMatchObject({ complete: true, currentId: first.currentId, counts: [{ resealed: 1 }] });
    expect(await keysInFile()).toEqual([first.currentId]);
  });

  it('touches nothing when the file is missing: a new key would hide that one was lost', async () => {
    await expect(rotate()).rejects.toThrow(`${path} does not exist`);
    expect(await fs.readdir(dataDirectory)).toEqual([]);
    expect(await secretsOpenedWith(before)).toEqual(SECRETS);
  });

  it('reads the file only once it is alone: two at once would each drop the key of the other', async () => {
    await writeKeys(oldKey);
    let tail: Promise<unknown> = Promise.resolve();
    const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
      const turn = tail.then(work);
      tail = turn;
      return turn;
    };
    const [one, two] = await Promise.all([rotate({ exclusively }), rotate({ exclusively })]);
    expect(two.olderIds).toEqual([one.currentId]);
    expect(await keysInFile()).toEqual([two.currentId]);
    expect(await secretsOpenedWith(await fileBox())).toEqual(SECRETS);
  });
});

describe('a crash', () => {
  it('at any step of a rotation leaves a file that opens everything, and the next run finishes', async () => {
    let step = 0;
    let touched = new Set<number>();
    for (; ; step += 1) {
      await fs.rm(dataDirectory, { recursive: true });
      await fs.mkdir(dataDirectory);
      await writeKeys(oldKey);
      await database.refill(IDS.map((id) => [id, sealedBy(before, id)] as const));
      crash.after(step);
      const rotation = await rotate({ session: crash.guard(database.session) }).catch(() => undefined);
      const crashed = crash.recover();
      if (!crashed) {
        expect(rotation).toMatchObject({ complete: true });
        break;
      }
      touched = touched.add((await keysInFile()).length);
      expect(await secretsOpenedWith(await fileBox())).toEqual(SECRETS);
      expect(await rotate()).toMatchObject({ complete: true });
      expect(await keysInFile()).toHaveLength(1);
      expect(await secretsOpenedWith(await fileBox())).toEqual(SECRETS);
      expect(await fs.readdir(dataDirectory)).toEqual(['master.key']);
    }
    expect(step).toBeGreaterThan(25);
    expect(crash.log.join().match(/sync file,rename,rm,open,sync directory/g)).toHaveLength(2);
    expect(touched).toEqual(new Set([1, 2]));
  });

  it('at any step of the first start leaves no key file or a whole one, flushed before its first use', async () => {
    let step = 0;
    for (; ; step += 1) {
      await fs.rm(dataDirectory, { recursive: true });
      crash.after(step);
      const loaded = await loadMasterKeys({ dataDirectory }).catch(() => undefined);
      if (!crash.recover()) {
        expect(loaded).toBeDefined();
        break;
      }
      const again = await loadMasterKeys({ dataDirectory });
      expect(await keysInFile()).toEqual([again.currentId]);
    }
    expect(step).toBeGreaterThan(10);
    const durable = /mkdir,open,sync directory,.*writeFile file,sync file,link,rm,open,sync directory/;
    expect(crash.log.join()).toMatch(durable);
  });

  it('cannot lose a new key file that a later reader has already seen: the reader flushes it too', async () => {
    await writeKeys(oldKey);
    crash.after(Infinity);
    await loadMasterKeys({ dataDirectory });
    expect(crash.log.at(-1)).toBe('sync directory');
  });
});
