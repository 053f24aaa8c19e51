import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PERMISSIONS } from '../src/shared/permission.js';
import { de } from '../web/src/pages/audit/actions-de.js';
import { en } from '../web/src/pages/audit/actions-en.js';

/** Written as an action of the trail is, in one word or by a choice between two. */
const ACTION = /\baction(?:: | = )(?:[^'\n]*\? )?'(\w+(?:\.\w+)+)'(?: : '(\w+(?:\.\w+)+)')?/g;
const TARGET = /\btarget(?:: | = )\{ type: '(\w+)'/g;
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(spec|dto)\.ts$/.test(file))
  .map((file) => readFileSync(`src/${file}`, 'utf8'));
const found = (pattern: RegExp): string[] => [
  ...new Set(
    sources.flatMap((source) => [...source.matchAll(pattern)].flatMap(([, ...names]) => names.filter((name) => name !== undefined))),
  ),
];

describe('the audit trail on the pages', () => {
  it('has a name for the actions that the code writes out, in English and German', () => {
    const actions = found(ACTION).filter((name) => !(name in PERMISSIONS));
    expect(actions.length).toBeGreaterThan(120);
    expect(actions.filter((action) => !(action in en))).toEqual([]);
    expect([...Object.values(en), ...Object.values(de)].filter((name) => /_|\w\.\w|^\s*$/.test(name))).toEqual([]);
  });

  it('has a name for everything that an action is done to', () => {
    const names = readFileSync('web/src/pages/audit/targets.ts', 'utf8');
    const targets = found(TARGET);
    expect(targets.length).toBeGreaterThan(15);
    // Members are shown by their own names.
    expect(targets.filter((target) => target !== 'member' && names.split(`    ${target}: '`).length !== 3)).toEqual([]);
  });
});
