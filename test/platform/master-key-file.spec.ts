import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transform } from '@swc/core';
import { MasterKeyFile, MasterKeyFileUnusable } from '../../src/platform/crypto/master-key-file.js';
import { loadMasterKeys, MasterKeys } from '../../src/platform/crypto/master-keys.js';

const SOURCES = 'src/platform/crypto';
let directory = '';
let path = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'headgate-keys-'));
  path = join(directory, 'master.key');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const load = (): Promise<MasterKeys> => loadMasterKeys({ dataDirectory: directory });
const permissions = async (of: string): Promise<string> => ((await stat(of)).mode & 0o777).toString(8);
const write = (content: string, mode = 0o600): Promise<void> => writeFile(path, content, { mode });

async function refusal(): Promise<string> {
  const error: unknown = await load().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MasterKeyFileUnusable);
  return (error as Error).message;
}

describe('the first start', () => {
  it('makes a key that only its owner can read, whatever the umask, in a directory that only its owner can enter', async () => {
    const umask = process.umask(0);
    try {
      directory = join(directory, 'new', 'data');
      const keys = await load();
      expect(keys.olderIds).toEqual([]);
    } finally {
      process.umask(umask);
    }
    expect(await permissions(join(directory, 'master.key'))).toBe('600');
    expect([await permissions(directory), await permissions(join(directory, '..'))]).toEqual(['700', '700']);
    expect(await readFile(join(directory, 'master.key'), 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    expect(await readdir(directory)).toEqual(['master.key']);
    directory = join(directory, '..', '..');
  });

  it('leaves the permissions of a directory that is there alone', async () => {
    await chmod(directory, 0o755);
    await load();
    expect(await permissions(directory)).toBe('755');
  });

  it('makes no file when the configuration has the key', async () => {
    await loadMasterKeys({ dataDirectory: directory, masterKeys: [randomBytes(32).toString('base64')] });
    expect(existsSync(path)).toBe(false);
  });

  it('ends with one key for eight callers at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, load));
    expect(new Set(keys.map((key) => key.currentId)).size).toBe(1);
    expect(await readdir(directory)).toEqual(['master.key']);
  });

  it('ends with one key for eight processes at once, time after time', async () => {
    const program = await mkdtemp(join(tmpdir(), 'headgate-program-'));
    const racer = await compileRacer(program);
    const racers = Array.from({ length: 8 }, () => startRacer(racer));
    try {
      await Promise.all(racers.map((one) => one.answer()));
      for (let round = 0; round < 10; round += 1) {
        const shared = join(directory, `round-${round}`);
        for (const one of racers) one.ask(shared);
        const ids = await Promise.all(racers.map((one) => one.answer()));
        expect(ids).toEqual(Array(8).fill((await loadMasterKeys({ dataDirectory: shared })).currentId));
        expect(await readdir(shared)).toEqual(['master.key']);
      }
    } finally {
      await Promise.all(racers.map((one) => one.end()));
      await rm(program, { recursive: true, force: true });
    }
  });

  it('says what to do when the file cannot be made', async () => {
    await writeFile(join(directory, 'occupied'), '');
    directory = join(directory, 'occupied', 'data');
    expect(await refusal()).toMatch(/occupied\/data\/master\.key cannot be created \(ENOTDIR\)\. Set HEADGATE_DATA_DIR/);
    directory = join(directory, '..', '..');
  });
});

describe('a key file that is there', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const lines = `${first.toString('base64')}\n${second.toString('base64')}\n`;
  const ids = [first, second].map((key) => MasterKeys.of([key]).currentId);

  it.each([
    ['as written', lines],
    ['without a line end at the end', lines.trim()],
    ['with the line ends of Windows and empty lines', `\r\n${lines.replaceAll('\n', '\r\n\r\n')}`],
    ['in base64url', `${first.toString('base64url')}\n${second.toString('base64url')}`],
  ])('is read %s, the first key being the current one', async (_, content) => {
    await write(content);
    const keys = await load();
    expect([keys.currentId, ...keys.olderIds]).toEqual(ids);
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it.each([0o640, 0o604, 0o620, 0o644, 0o777])('is refused when others may access it (mode %o)', async (mode) => {
    await write(lines);
    await chmod(path, mode);
    const message = await refusal();
    expect(message).toContain(`${path} is open to other users (mode ${mode.toString(8)})`);
    expect(message).toContain(`chmod 600 '${path}'`);
    await chmod(path, 0o600);
    expect((await load()).currentId).toBe(ids[0]);
  });

  it('may be read-only', async () => {
    await write(lines);
    await chmod(path, 0o400);
    expect((await load()).currentId).toBe(ids[0]);
  });

  it.each(['', '\n', ' \r\n\n'])('is refused when it is empty (%j), and not filled', async (content) => {
    await write(content);
    expect(await refusal()).toMatch(/is empty\. Restore it from a backup/);
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it.each([
    ['a short key', first.toString('base64').slice(0, 40), 1],
    ['a long key', `${first.toString('base64')}${second.toString('base64')}`, 1],
    ['a key cut off after a whole one', lines.slice(0, -9), 2],
    ['hexadecimal', `${lines}${first.toString('hex')}`, 3],
    ['two keys on a line', lines.replace('\n', ','), 1],
    ['bytes', Buffer.from(first).toString('latin1').replaceAll(/[\n,]/g, 'x'), 1],
  ])('is refused with %s, without a letter of it in the message', async (_, content, line) => {
    await write(content);
    const message = await refusal();
    expect(message).toContain(`${path} is malformed: line ${line} is not 32 bytes in base64. Restore it`);
    for (const piece of content.split(/[\n,]/).filter((text) => text !== '')) expect(message).not.toContain(piece.slice(0, 8));
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('is refused when it is a directory, which is what a container makes of a missing mount', async () => {
    await mkdir(path);
    expect(await refusal()).toContain('is not a regular file');
  });

  it('is followed when it is a link, also by a replacement, and refused when the link leads nowhere', async () => {
    await symlink(join(directory, 'elsewhere.key'), path);
    expect(await refusal()).toContain('is a link to nowhere');
    await writeFile(join(directory, 'elsewhere.key'), lines, { mode: 0o600 });
    await new MasterKeyFile(directory).replace([second]);
    expect(await readFile(join(directory, 'elsewhere.key'), 'utf8')).toBe(`${second.toString('base64')}\n`);
    expect((await load()).currentId).toBe(ids[1]);
    expect((await readdir(directory)).sort()).toEqual(['elsewhere.key', 'master.key']);
  });

  it('is replaced as a whole, for its owner only, and freed of the copies a crash left', async () => {
    await write(lines);
    const [leftover, foreign] = [`${path}.0123456789ab.tmp`, `${path}.backup.tmp`];
    await Promise.all([leftover, foreign].map((name) => writeFile(name, lines, { mode: 0o600 })));
    const file = new MasterKeyFile(directory);
    await file.replace([second, first]);
    await file.removeLeftovers();
    expect((await load()).currentId).toBe(ids[1]);
    expect(await permissions(path)).toBe('600');
    expect((await readdir(directory)).map((name) => join(directory, name)).sort()).toEqual([path, foreign]);
  });
});

async function compileRacer(into: string): Promise<string> {
  for (const name of ['master-key-file', 'master-keys']) {
    const { code } = await transform(await readFile(join(SOURCES, `${name}.ts`), 'utf8'), {
      filename: `${name}.ts`,
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    await writeFile(join(into, `${name}.js`), code);
  }
  await writeFile(join(into, 'package.json'), '{ "type": "module" }');
  const racer = `
    import { createInterface } from 'node:readline';
    import { loadMasterKeys } from './master-keys.js';
    console.log('ready');
    for await (const dataDirectory of createInterface({ input: process.stdin })) {
      console.log(await loadMasterKeys({ dataDirectory }).then((keys) => keys.currentId, (error) => error.message));
    }`;
  await writeFile(join(into, 'racer.js'), racer);
  return join(into, 'racer.js');
}

interface Racer {
  ask(dataDirectory: string): void;
  answer(): Promise<string | undefined>;
  end(): Promise<unknown>;
}

function startRacer(program: string): Racer {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: (dataDirectory) => void child.stdin.write(`${dataDirectory}\n`),
    answer: async () => (await answers.next()).value,
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}
