import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { textDiff } from './text-diff.js';

/** Applies a unified diff as `patch` does, by the line numbers that it states. */
function patched(text: string, diff: string): string {
  const old = text.split('\n');
  const result: string[] = [];
  let at = 0;
  for (const line of diff === '' ? [] : diff.split('\n')) {
    const head = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(line);
    if (head !== null) {
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1);
      result.push(...old.slice(at, start));
      at = start;
      expect(result.length).toBe(Number(head[3]) - (head[4] === '0' ? 0 : 1));
    } else if (line.startsWith('+')) result.push(line.slice(1));
    else {
      expect(line.slice(1)).toBe(old[at]);
      if (line.startsWith(' ')) result.push(line.slice(1));
      at += 1;
    }
  }
  return [...result, ...old.slice(at)].join('\n');
}

describe('a diff of texts', () => {
  it('says nothing about equal texts', () => {
    expect(textDiff('a\nb', 'a\nb')).toBe('');
  });

  it('shows what changed with three lines around it, far changes apart', () => {
    const old = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
    const now = old.with(1, 'LINE 2').toSpliced(15, 1);
    expect(textDiff(old.join('\n'), now.join('\n')).split('\n')).toEqual([
      ...['@@ -1,5 +1,5 @@', ' line 1', '-line 2', '+LINE 2', ' line 3', ' line 4', ' line 5'],
      ...['@@ -13,7 +13,6 @@', ' line 13', ' line 14', ' line 15', '-line 16', ' line 17', ' line 18', ' line 19'],
    ]);
  });

  it('leads from one text to the other, for any two texts', () => {
    const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', ' @@', '-', '+x'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (from, to) => {
        const [one, other] = [from.join('\n'), to.join('\n')];
        expect(patched(one, textDiff(one, other))).toBe(other);
      }),
      { numRuns: 2_000 },
    );
  });

  it('looks for no common lines in texts that are too long, but is still right', () => {
    const one = Array.from({ length: 16_000 }, (_, index) => String(index % 7)).join('\n');
    const other = Array.from({ length: 16_000 }, (_, index) => String(index % 5)).join('\n');
    expect(patched(one, textDiff(one, other))).toBe(other);
  });
});
