import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type BuiltInRole, BUILT_IN_ROLES } from '../src/organizations/domain/role.js';
import { ERRORS } from '../src/platform/http/error-codes.js';
import { membersOfErrors } from '../src/platform/http/error-members.js';
import { PERMISSIONS, covers, isPermission } from '../src/shared/permission.js';

const DECISIONS = join('docs', 'decisions');
const PAGES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['docs', DECISIONS].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

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

const isOptional = (schema: unknown): boolean => schema instanceof z.ZodOptional;

describe('the pages for people', () => {
  it.each(PAGES)('link to nothing that is not there: %s', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const inside = links.filter((link) => !/^(https?|mailto):/.test(link));
    expect(inside.filter((link) => !isThere(page, link))).toEqual([]);
  });

  it('are reached from the README, directly or by a page that it names', () => {
    const linked = (page: string): string[] =>
      PAGES.filter((other) =>
        [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#\s]+)/g)].some(
          ([, link = '']) => join(dirname(page), link) === other,
        ),
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
      return named
        .filter((path) => !/[…<]/.test(path))
        .map((path) => join('src', path.includes('/') ? path : join(dirname(first), path)));
    });
    expect(places.filter((place) => !existsSync(place))).toEqual([]);
  });

  it.each(['README.md', ...PAGES.filter((page) => dirname(page) === 'docs')])(
    'are read in one sitting, 12 kB at most: %s',
    (page) => {
      expect(readFileSync(page).length).toBeLessThanOrEqual(12_000);
    },
  );

  it.each(PAGES.filter((page) => dirname(page) === DECISIONS && !page.endsWith('README.md')))(
    'say of a decision its date, context and consequence in 150 words: %s',
    (page) => {
      const text = readFileSync(page, 'utf8');
      expect(text).toMatch(
        /^# .+\n\n\d{4}-\d\d-\d\d\n\n\*\*Context\.\*\* .+\n\n\*\*Decision\.\*\* .+\n\n\*\*Consequence\.\*\* .+\n$/s,
      );
      expect(text.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(150);
    },
  );

  it('say of each permission which role has it', () => {
    const roles: readonly BuiltInRole[] = ['viewer', 'editor', 'admin', 'owner'];
    const expected = Object.entries(PERMISSIONS).map(([permission, meaning]) => [
      `\`${permission}\``,
      meaning,
      ...roles.map((role) => (isPermission(permission) && covers(BUILT_IN_ROLES[role], [permission]) ? 'yes' : '')),
    ]);
    expect(rowsOf(readFileSync('docs/roles.md', 'utf8'))).toEqual(expected);
  });

  it('say of each error code its status, its sentence and the members that it adds', () => {
    const members = new Map(Object.entries(membersOfErrors()));
    const expected = Object.entries(ERRORS).map(([code, [status, sentence]]) => {
      const adds = Object.entries(members.get(code) ?? {}).map(
        ([name, schema]) => `\`${name}\`${isOptional(schema) ? '?' : ''}`,
      );
      return [status, `\`${code}\``, sentence, adds.join(', ')];
    });
    const sectionsOf = (page: string): string[] =>
      readFileSync(page, 'utf8')
        .split(/^## (?=\d)/m)
        .slice(1);
    const statusOf = (section: string): number => Number.parseInt(section, 10);
    const [most, conflicts] = [sectionsOf('docs/errors.md'), sectionsOf('docs/errors-conflicts.md')];
    expect(most.map(statusOf)).toEqual(most.map(statusOf).sort((a, b) => a - b));
    const sections = [...most, ...conflicts];
    const statuses = sections.map(statusOf);
    const rows = sections.flatMap((section, index) => rowsOf(section).map((cells) => [statuses[index], ...cells]));
    const byCode = (one: readonly unknown[], other: readonly unknown[]): number =>
      String(one[1]).localeCompare(String(other[1]));
    expect(rows.sort(byCode)).toEqual(expected.sort(byCode));
  });
});
