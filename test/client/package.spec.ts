import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkTypes } from '../../scripts/build-client.mjs';
import { SERVICE_VERSIONS } from '../../clients/typescript/dist/index.js';

const HOME = 'clients/typescript';
const { version } = JSON.parse(readFileSync(join(HOME, 'package.json'), 'utf8')) as { version: string };

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

describe('the package of the typed client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headgate-client-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const npm = (where: string, ...words: string[]): string =>
    execFileSync('npm', words, { cwd: where, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  let client: Packed;
  beforeAll(() => {
    const [packed] = JSON.parse(npm('.', 'pack', `./${HOME}`, '--json', '--ignore-scripts', '--pack-destination', folder)) as Packed[];
    if (packed === undefined) throw new Error('npm packs nothing.');
    client = packed;
  });

  it('holds code, types and its README, and nothing else', () => {
    const paths = client.files.map(({ path }) => path);
    const modules = ['client', 'errors', 'events', 'index', 'login', 'pages', 'request', 'retries', 'routes'];
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'dist/api.d.ts']));
    expect(paths).toEqual(expect.arrayContaining(modules.flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`])));
    expect(paths.filter((path) => !/^(?:package\.json|README\.md|dist\/[\w-]+(?:\.d\.ts|\.js))$/.test(path))).toEqual([]);
    expect(client.unpackedSize).toBeLessThan(3_000_000);
  });

  it('can be installed and imported in an empty folder, with its types', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    writeFileSync(join(empty, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
    npm(empty, 'install', '--offline', '--no-audit', '--no-fund', join(folder, client.filename));
    const program = `import { HeadgateClient, SERVICE_VERSIONS, isError, unwrap } from '@headgate/client';
      import { eventsOf } from '@headgate/client/events';
      const headgate = new HeadgateClient({ baseUrl: 'http://localhost:3000' });
      console.log([headgate.GET, unwrap, isError, eventsOf].map((each) => typeof each).join(), SERVICE_VERSIONS);`;
    writeFileSync(join(empty, 'program.mjs'), program);
    const functions = Array<string>(4).fill('function').join();
    expect(execFileSync(process.execPath, ['program.mjs'], { cwd: empty, encoding: 'utf8' })).toBe(`${functions} ${SERVICE_VERSIONS}\n`);
    const typed = (path: string) =>
      `import { HeadgateClient, unwrap } from '@headgate/client';
      const { user } = unwrap(await new HeadgateClient({ baseUrl: '' }).GET('${path}', {}));
      export const username: string = user.username;`;
    for (const [name, path] of [
      ['right', '/api/v1/me'],
      ['wrong', '/api/v1/mee'],
    ] as const)
      writeFileSync(join(empty, `${name}.mts`), typed(path));
    await checkTypes([join(empty, 'right.mts')]);
    await expect(checkTypes([join(empty, 'wrong.mts')])).rejects.toThrow(/mee/);
  });

  it('says in code and in words which versions of the service it fits: its own, and later minor ones', () => {
    const [major = ''] = version.split('.');
    expect(SERVICE_VERSIONS).toBe(`>=${version} <${Number(major) + 1}.0.0`);
    expect(readFileSync(join(HOME, 'README.md'), 'utf8')).toContain(`It fits services\n\`${SERVICE_VERSIONS}\``);
  });
});
