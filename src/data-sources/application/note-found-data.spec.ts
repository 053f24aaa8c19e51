import { expect, it } from '@jest/globals';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import { sourceAt } from '../../../test/support/same-data-scene.js';
import type { LookedSource, SeenSource } from '../domain/same-data.js';
import { LookUpData } from './look-up-data.js';
import { NoteFoundData } from './note-found-data.js';
import type { KnownData } from './ports/known-data.js';
import type { Targets } from './ports/targets.js';

it('looks up some of very many in each run, few at once, and all of them in turn', async () => {
  const clock = new FixedClock(new Date('2026-11-20T09:15:00Z'));
  const sources = Array.from({ length: 250 }, (_, id) => sourceAt(`${id}.example`, { id }));
  const lookedAt = new Map<number, number>();
  const timeOf = ({ id }: SeenSource): number => lookedAt.get(id) ?? 0;
  const found: number[] = [];
  let [now, most] = [0, 0];
  const known = {
    neverFound: async (limit: number) =>
      sources
        .filter(({ id }) => !found.includes(id))
        .toSorted((one, other) => timeOf(one) - timeOf(other))
        .slice(0, limit),
    neverFoundRemembered: async () => [],
    noteFirst: async ({ id, isFound }: LookedSource, at: Date) => {
      lookedAt.set(id, at.getTime());
      if (isFound) found.push(id);
    },
  } as unknown as KnownData;
  const targets = {
    dataKeysOf: async ({ connection }: SeenSource) => {
      now += 1;
      most = Math.max(most, now);
      await Promise.resolve();
      now -= 1;
      const isFound = 'host' in connection && connection.host === '240.example';
      return { keys: [], isFound };
    },
  } as unknown as Targets;
  const noteFoundData = new NoteFoundData(known, new LookUpData(targets, clock), clock);
  const counts: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    clock.advance({ minutes: 5 });
    await noteFoundData.execute();
    counts.push(lookedAt.size);
  }
  expect([counts, most, found]).toEqual([[100, 200, 250], 4, [240]]);
});
