import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, relative } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type ICruiseResult, cruise } from 'dependency-cruiser';
import { DevicesModule } from '../src/devices/devices.module.js';

const root = process.cwd();
const { forbidden, options } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: { name: string }[];
  options: object;
};

/** Nothing is above the last one, so that no rule bears its name. */
const UP = 'runs-up-from-';
const ORDER = [...forbidden.flatMap(({ name }) => (name.startsWith(UP) ? [name.slice(UP.length)] : [])), 'rivers'];

/** For each rule an import that it forbids, as `from -> to`. */
const TRIED: Record<string, readonly [from: string, to: string]> = {
  ...Object.fromEntries(
    ORDER.slice(0, -1).map((context, index) => [
      `${UP}${context}`,
      [`src/${context}/adapters/x/a.ts`, `src/${String(ORDER[index + 1])}/application/b.ts`],
    ]),
  ),
  'no-cycles': ['src/shared/a.ts', 'src/shared/a.ts'],
  'domain-is-pure': ['src/sessions/domain/a.ts', 'src/accounts/application/b.ts'],
  'terms-are-pure': ['src/engines/scim-protocol/a.ts', 'src/platform/threads/b.ts'],
  'engines-know-no-context': ['src/engines/sql-guard/a.ts', 'src/query-generation/domain/b.ts'],
  'application-knows-no-technology': ['src/sessions/application/a.ts', 'src/sessions/adapters/persistence/b.ts'],
  'contexts-meet-through-use-cases': ['src/sessions/application/a.ts', 'src/accounts/application/ports/b.ts'],
  'answers-see-ports': ['src/sessions/adapters/answers/a.ts', 'src/accounts/adapters/persistence/b.ts'],
  'controllers-call-use-cases': ['src/sessions/adapters/http/a.ts', 'src/sessions/application/ports/b.ts'],
  'only-modules-import-modules': ['src/sessions/adapters/http/a.ts', 'src/accounts/accounts.module.ts'],
  'only-adapters-know-the-platform': ['src/sessions/application/a.ts', 'src/platform/http/b.ts'],
  'shared-is-pure': ['src/shared/a.ts', 'src/platform/time/b.ts'],
  'platform-knows-no-context': ['src/platform/http/a.ts', 'src/accounts/application/b.ts'],
  'boot-is-on-top': ['src/sessions/adapters/http/a.ts', 'src/boot/b.ts'],
  'typeorm-stays-in-adapters': ['src/sessions/adapters/http/a.ts', 'node_modules/typeorm/b.ts'],
  'no-unresolvable': ['src/shared/a.ts', 'src/shared/nowhere.ts'],
};

describe('the order of contexts', () => {
  const directories: string[] = [];
  afterAll(() => directories.forEach((directory) => rmSync(directory, { recursive: true })));

  /** @returns the names of those rules that forbid one file to import another; each is judged for safety first, which takes longest */
  async function forbiddenBy(rules: readonly object[], [from, to]: readonly [string, string]): Promise<string[]> {
    const directory = mkdtempSync(join(tmpdir(), 'headgate-imports-'));
    directories.push(directory);
    for (const file of [to, from]) mkdirSync(join(directory, dirname(file)), { recursive: true });
    if (!to.includes('nowhere')) writeFileSync(join(directory, to), 'export const b = 1;\n');
    const path = relative(dirname(from), to);
    const specifier = path.startsWith('.') ? path : `./${path}`;
    writeFileSync(join(directory, from), `import { b } from '${specifier}';\nexport const a = b;\n`);
    const { output } = await cruise([from], {
      ...options,
      cache: false,
      ruleSet: { forbidden: rules },
      validate: true,
      baseDir: directory,
    } as never);
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
  }

  it('tries every rule', () => {
    expect(Object.keys(TRIED).sort()).toEqual(forbidden.map(({ name }) => name).sort());
  });

  it.each(Object.keys(TRIED))('is kept by %s', async (name) => {
    const tried = TRIED[name];
    if (tried === undefined) throw new Error(`Nothing is tried for ${name}.`);
    const own = forbidden.filter((rule) => rule.name === name);
    expect(await forbiddenBy(own, tried)).toEqual([name]);
  });

  it('lets a use case ask a use case below, and an answer see the port that it answers', async () => {
    const useCase = ['src/sessions/application/a.ts', 'src/accounts/application/b.ts'] as const;
    expect(await forbiddenBy(forbidden, useCase)).toEqual([]);
    const answer = ['src/sessions/adapters/answers/a.ts', 'src/accounts/application/ports/b.ts'] as const;
    expect(await forbiddenBy(forbidden, answer)).toEqual([]);
  });

  it.each(ORDER)('is what the module of %s imports: the contexts that its files use, no more', (context) => {
    const own = join(root, 'src', context);
    const used = new Set<string>();
    const imported = new Set<string>();
    for (const { directory, source } of sourcesIn(own)) {
      for (const [, specifier = ''] of source.matchAll(/^import (?!type )[^;]* from '(\.[^']+)';/gms)) {
        const path = relative(join(root, 'src'), normalize(join(directory, specifier)));
        const other = path.split('/')[0] ?? '';
        if (other === context || !ORDER.includes(other) || path.includes('/ports/')) continue;
        (path.endsWith('.module.js') ? imported : used).add(other);
      }
    }
    expect([...imported].sort()).toEqual([...used].sort());
  });

  it.each(ORDER)('is what the module of %s exports: what other contexts inject, no more', async (context) => {
    const { [moduleOf(context)]: module } = (await import(`../src/${context}/${context}.module.js`)) as Record<string, object>;
    if (module === undefined) throw new Error(`There is no ${moduleOf(context)}.`);
    const exported = (metadataOf(module).exports ?? []).map(({ name }) => name);
    const used = new Set(injectedBeyond(context));
    expect(exported.filter((name) => !used.has(name))).toEqual([]);
  });

  it('stops the start where a module leaves out one that it needs, and names what is missing', async () => {
    const { providers, controllers } = metadataOf(DevicesModule);
    @Module({ providers, controllers })
    class Lonely {}
    const start = NestFactory.createApplicationContext(Lonely, { abortOnError: false, logger: false });
    await expect(start).rejects.toThrow(/can't resolve dependencies of the .*Lonely/s);
  });
});

function metadataOf(module: object): {
  providers: never[];
  controllers: never[];
  exports?: readonly { name: string }[];
} {
  const of = (key: string) => Reflect.getMetadata(key, module) as never[];
  return { providers: of('providers'), controllers: of('controllers'), exports: of('exports') };
}

function moduleOf(context: string): string {
  return `${context.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Module`;
}

/** Names of the classes of a context that other contexts, or the bindings of the calls that run up, import as values. */
function injectedBeyond(context: string): string[] {
  return importedValues()
    .filter(({ by, path }) => by !== context && path.startsWith(`${context}/`))
    .flatMap(({ names }) => names);
}

interface Import {
  /** A context, or the bindings. */
  readonly by: string;
  /** Below `src`. */
  readonly path: string;
  readonly names: readonly string[];
}

let imports: readonly Import[] | undefined;
/** Of all contexts and the bindings. */
function importedValues(): readonly Import[] {
  imports ??= [...ORDER, 'bindings.module.ts'].flatMap((by) =>
    sourcesIn(join(root, 'src', by)).flatMap(({ directory, source }) =>
      [...source.matchAll(/^import \{([^}]*)\} from '(\.[^']+)';/gms)].map(([, names = '', specifier = '']) => ({
        by,
        path: relative(join(root, 'src'), normalize(join(directory, specifier))),
        names: names.split(',').map((name) => name.trim()),
      })),
    ),
  );
  return imports;
}

/** Of a file, or of all files below a directory but their specs. */
function sourcesIn(path: string): { directory: string; source: string }[] {
  if (path.endsWith('.ts')) return [{ directory: dirname(path), source: readFileSync(path, 'utf8') }];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
    .map((entry) => ({
      directory: entry.parentPath,
      source: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
    }));
}
