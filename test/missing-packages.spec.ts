import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Each command that builds what it needs; those that measure or test are for developers. */
const COMMANDS = Object.keys(scripts)
  .filter((name) => scripts[name]?.includes('build-if-stale') && !/^test|bench|soak/.test(name))
  .map((name) => name.replace(/^pre(?!pare)/, ''));

describe('an installation without the packages that build', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'headgate-unbuilt-'));
    cpSync('scripts', join(folder, 'scripts'), { recursive: true });
    cpSync('package.json', join(folder, 'package.json'));
    for (const name of ['src', 'migrations', 'clients', 'docs', 'tsconfig.json', 'package-lock.json'])
      symlinkSync(resolve(name), join(folder, name));
    // Without what is built there.
    cpSync('web', join(folder, 'web'), { recursive: true, filter: (path) => !path.endsWith('dist') });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (name: string) => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', name], { cwd: folder, encoding: 'utf8' });
    return { status, said: `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !line.startsWith('Building ')) };
  };
  const ADVICE = /^Packages that build the service are missing\. Install them too: npm ci --include=dev\./;

  it('knows the commands', () =>
    expect(COMMANDS).toEqual(expect.arrayContaining(['start', 'build', 'migrate', 'admin', 'dev', 'prepare'])));

  it.each(COMMANDS)('is told what to install by %s, in one line', (name) => {
    const { status, said } = run(name);
    expect(said).toEqual([expect.stringMatching(ADVICE)]);
    expect(status).toBe(name === 'prepare' ? 0 : 1);
  });
});
