import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const BUILT = 'web/dist/help';
const pages = readdirSync(BUILT).filter((name) => name.endsWith('.html'));
const textOf = (name: string): string => readFileSync(join(BUILT, name), 'utf8');
const idsIn = (name: string): string[] => [...textOf(name).matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

function isThere(address: string): boolean {
  const [path = '', anchor] = address.split('#');
  if (path.startsWith('/assets/')) return readFileSync(join('web/dist', path)).length > 0;
  const name = path === '/help' ? 'index.html' : `${path.slice('/help/'.length)}.html`;
  return pages.includes(name) && (anchor === undefined || idsIn(name).includes(anchor));
}

describe('the help', () => {
  it('has the pages for people who use, run or program the service, and none about its code', () => {
    const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
    const isOfTheCode = (name: string): boolean =>
      readFileSync(join('docs', name), 'utf8').split('\n')[2]?.startsWith('For developers who change') === true;
    const left = docs.filter(isOfTheCode);
    expect(left).toEqual(['architecture.md', 'restricted-statements.md', 'testing.md']);
    const wanted = docs.filter((name) => !left.includes(name)).map((name) => name.replace(/md$/, 'html'));
    expect(pages.sort()).toEqual([...wanted, 'index.html'].sort());
  });

  it.each(pages)('leads from %s to what is there, with no script or style within, and each heading once', (name) => {
    const text = textOf(name);
    const targets = [...text.matchAll(/ (?:href|src|srcset|data-index)="([^"]*)"/g)].map(([, target = '']) => target);
    const own = targets.filter((target) => target.startsWith('#')).map((anchor) => anchor.slice(1));
    expect(own.filter((anchor) => !idsIn(name).includes(anchor))).toEqual([]);
    const known = ['/', '/docs', '/favicon.svg'];
    const others = targets.filter((target) => !/^(#|https?:)/.test(target) && !known.includes(target));
    expect(others.filter((target) => !target.startsWith('/') || !isThere(target))).toEqual([]);
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    expect(new Set(idsIn(name)).size).toBe(idsIn(name).length);
  });

  it('has each section that pages lead to', () => {
    const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
    const written = sources.map((name) => readFileSync(join('web/src', name), 'utf8')).join('');
    const led = [...written.matchAll(/<Help\s+at="([^"]+)"/g)].map(([, at = '']) => at);
    expect(led).toHaveLength(written.match(/<Help\b/g)?.length ?? 0);
    expect(led.length).toBeGreaterThan(15);
    expect(led.filter((at) => !isThere(`/help/${at}`))).toEqual([]);
  });
});
