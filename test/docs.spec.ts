import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type BuiltInRole, BUILT_IN_ROLES } from '../src/organizations/domain/role.js';
import { PERMISSIONS, covers, isPermissionGrant } from '../src/shared/permission.js';

const DECISIONS = join('docs', 'decisions');
const PAGES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', DECISIONS].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

/** A page that says more than this is split, or says it shorter. */
const MOST_WORDS = 720;

/** Pages that people look things up in: tables, codes, commands. */
const MOST_WORDS_OF: Readonly<Record<string, number>> = {
  'CHANGELOG.md': 1_850,
  'CONTRIBUTING.md': 1_130,
  'docs/access-matrix.md': 1_000,
  'docs/alerts.md': 750,
  'docs/architecture.md': 760,
  'docs/ask.md': 810,
  'docs/configuration.md': 950,
  'docs/data-policies.md': 1_010,
  'docs/data.md': 770,
  'docs/database.md': 830,
  'docs/identity.md': 820,
  'docs/policies.md': 910,
  'docs/policy-attributes.md': 900,
  'docs/query-guard.md': 930,
  'docs/scim.md': 850,
  'docs/system-administrators.md': 780,
  'docs/tags.md': 1_020,
};

/** But for the list of routes, which is written by a program and grows with them. */
const MOST_WORDS_OF_ALL = 32_190;
const LISTED = ['CHANGELOG.md', 'docs/access-matrix.md'];

/** Without the code that is to be copied; what stands in a table between two bars counts. */
const wordsOf = (page: string): number =>
  readFileSync(page, 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

function isThere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** The cells of each row of a table that begins with a word of code. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('the pages for people', () => {
  it.each(PAGES)('link to nothing that is not there: %s', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const inside = links.filter((link) => !/^(https?|mailto):/.test(link));
    expect(inside.filter((link) => !isThere(page, link))).toEqual([]);
  });

  it('are reached from the README, directly or by a page that it names', () => {
    const linked = (page: string): string[] =>
      PAGES.filter((other) =>
        [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)/g)].some(([, link = '']) => join(dirname(page), link) === other),
      );
    const near = linked('README.md');
    const reached = new Set(['README.md', ...near, ...near.flatMap(linked), ...linked(join(DECISIONS, 'README.md'))]);
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
  });

  it('lead from what is looked for to files that are there', () => {
    const [, table = ''] = readFileSync('docs/architecture.md', 'utf8').split(/^## /m);
    const [, ...rows] = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| -'));
    expect(rows.length).toBeGreaterThan(10);
    const places = rows.flatMap((row) => {
      const named = [...row.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
      const [first = ''] = named;
      return named.filter((path) => !/[…<]/.test(path)).map((path) => join('src', path.includes('/') ? path : join(dirname(first), path)));
    });
    expect(places.filter((place) => !existsSync(place))).toEqual([]);
  });

  // Whoever reads a page or an answer of the API has no file of the repository, and nor has the image of the container.
  it('are named in no text that the running service shows', () => {
    const sources = ['src', 'web/src', 'clients/typescript/src'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(tsx?|html)$/.test(file) && !file.endsWith('.spec.ts'))
        .map((file) => join(folder, file)),
    );
    expect(sources.length).toBeGreaterThan(1_000);
    // Comments of bodies and answers become the API document.
    const shown = (file: string, text: string) =>
      /adapters\/http\//.test(file) ? text : text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    // The service has addresses of its own below /docs.
    const naming = sources.filter((file) =>
      /[\w-]\.md\b|(?<![/\w])docs\/(?!reference\.js)[a-z]/.test(shown(file, readFileSync(file, 'utf8'))),
    );
    expect(naming).toEqual([]);
  });

  it('has a page of who may do what that is not stale', () => {
    const { stderr } = spawnSync(process.execPath, ['scripts/access-matrix.mjs', '--check'], { encoding: 'utf8' });
    expect(stderr).toBe('');
  });

  const isRead = (page: string): boolean => page !== 'docs/access-matrix.md'; // People look something up there.

  it.each(['README.md', ...PAGES.filter((page) => dirname(page) === 'docs' && isRead(page))])(
    'are read in one sitting, 12 kB at most: %s',
    (page) => {
      expect(readFileSync(page).length).toBeLessThanOrEqual(12_000);
    },
  );

  it.each(PAGES.filter((page) => page.startsWith('docs/security')))('name tests that are there: %s', (page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/`([\w/-]+\.spec\.ts)`/g)].map(([, path = '']) => path);
    const files = named.map((path) => (path.includes('/') ? path : join('test/e2e', path)));
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(PAGES)('say what they say in a limited number of words: %s', (page) => {
    const most = MOST_WORDS_OF[page] ?? MOST_WORDS;
    const words = wordsOf(page);
    const toDo = `${page} has ${words} words, ${most} are allowed. Say it shorter, link to the page that says it already, or move a part to another page.`;
    expect(words > most ? toDo : '').toBe('');
  });

  it('say all of it in a limited number of words', () => {
    // The changelog grows with each version.
    const words = PAGES.filter((page) => !LISTED.includes(page)).reduce((sum, page) => sum + wordsOf(page), 0);
    const toDo = `All pages have ${words} words, ${MOST_WORDS_OF_ALL} are allowed. Shorten the pages that your change makes longer.`;
    expect(words > MOST_WORDS_OF_ALL ? toDo : '').toBe('');
  });

  it('tell of unreleased changes in fewer than 30 lines', () => {
    const [, unreleased = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
    const lines = unreleased.trim().split('\n').length - 1;
    const toDo = `"Unreleased" in CHANGELOG.md has ${lines} lines. Keep what its readers have to do or will notice, in fewer than 30.`;
    expect(unreleased).toMatch(/^Unreleased\n/);
    expect(lines >= 30 ? toDo : '').toBe('');
  });

  it.each(PAGES.filter((page) => dirname(page) === DECISIONS && !page.endsWith('README.md')))(
    'say of a decision its date, context and consequence in 150 words: %s',
    (page) => {
      const text = readFileSync(page, 'utf8');
      expect(text).toMatch(/^# .+\n\n\d{4}-\d\d-\d\d\n\n\*\*Context\.\*\* .+\n\n\*\*Decision\.\*\* .+\n\n\*\*Consequence\.\*\* .+\n$/s);
      expect(text.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(150);
    },
  );

  it('say of each permission which role has it', () => {
    const roles: readonly BuiltInRole[] = ['viewer', 'editor', 'admin', 'owner'];
    const expected = Object.entries(PERMISSIONS).map(([permission, meaning]) => [
      `\`${permission}\``,
      meaning,
      ...roles.map((role) => (isPermissionGrant(permission) && covers(BUILT_IN_ROLES[role], [permission]) ? 'yes' : '')),
    ]);
    expect(rowsOf(readFileSync('docs/roles.md', 'utf8'))).toEqual(expected);
  });
});
