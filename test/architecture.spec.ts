import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type ICruiseResult, cruise } from 'dependency-cruiser';

const root = process.cwd();

function sourcesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const sources = sourcesBelow(join(root, 'src'));

describe('the architecture', () => {
  it('keeps its layers: no import crosses a border, no cycle', async () => {
    const rules = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
      forbidden: object[];
      options: object;
    };
    const { output } = await cruise(['src', 'migrations'], {
      ruleSet: { forbidden: rules.forbidden },
      ...rules.options,
      validate: true,
    } as never);
    const { modules, summary } = output as ICruiseResult;
    // The cruiser reports success on nothing as well.
    expect(modules.filter((module) => module.source.startsWith('src/')).length).toBeGreaterThan(100);
    expect(modules.flatMap((module) => module.dependencies).length).toBeGreaterThan(300);
    expect(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([]);
  }, 60_000);

  it('has no file over 250 lines', () => {
    const long = sources.filter(
      (file) => !file.endsWith('.spec.ts') && readFileSync(file, 'utf8').split('\n').length > 251,
    );
    expect(long).toEqual([]);
  });

  it('has no bucket of a name', () => {
    const bucket = /(utils?|helpers?|common|manager|impl|service)\.ts$|\/(utils?|helpers?|common|services)\//;
    expect(sources.filter((file) => bucket.test(file))).toEqual([]);
  });

  it('keeps what a use case executes within 50 lines', () => {
    const useCases = sources.filter((file) => /\/application\/[^/]+\.ts$/.test(file) && !file.endsWith('.spec.ts'));
    expect(useCases.length).toBeGreaterThan(10);
    const long = useCases.filter((file) => executeLength(readFileSync(file, 'utf8')) > 50);
    expect(long).toEqual([]);
  });
});

/** Lines of the `execute` method, which is what a reader has to take in at once. */
function executeLength(source: string): number {
  const lines = source.split('\n');
  const start = lines.findIndex((line) => /^ {2}(async )?execute\(/.test(line));
  if (start === -1) return 0;
  return lines.slice(start).findIndex((line) => line === '  }') + 1;
}
