import { describe, expect, it } from '@jest/globals';
import type { Asker } from '../../application/ports/querying.js';
import { QueryPlaces } from './query-places.js';

const LIMITS = { all: 8, organization: 4, source: 3, person: 2 };

/** Statements that run until they are told to end. */
class Scene {
  readonly places = new QueryPlaces(LIMITS);
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();

  ask(name: string, asker: Asker, patience = new AbortController().signal): Promise<string> {
    const work = (): Promise<string> => {
      this.begun.push(name);
      return new Promise((resolve) => this.ends.set(name, () => resolve(name)));
    };
    return this.places.run(asker, work, patience);
  }

  end(name: string): void {
    this.ends.get(name)?.();
  }
}

const asker = (organizationId: number, dataSourceId: number, userId: number): Asker => ({
  organizationId,
  dataSourceId,
  userId,
});

describe('places to run queries in', () => {
  it('leave room for colleagues when one person has slow queries', async () => {
    const scene = new Scene();
    for (const name of ['a', 'b', 'c']) void scene.ask(name, asker(1, 1, 1));
    void scene.ask('colleague', asker(1, 1, 2));
    expect(scene.begun).toEqual(['a', 'b', 'colleague']);
  });

  it('leave room for other sources when one has slow queries', async () => {
    const scene = new Scene();
    for (const person of [1, 2, 3, 4]) void scene.ask(`slow ${person}`, asker(1, 1, person));
    void scene.ask('elsewhere', asker(1, 2, 5));
    expect(scene.begun).toEqual(['slow 1', 'slow 2', 'slow 3', 'elsewhere']);
  });

  it('leave room for other organizations', async () => {
    const scene = new Scene();
    for (const n of [1, 2, 3, 4, 5]) void scene.ask(`one ${n}`, asker(1, n, n));
    void scene.ask('another', asker(2, 9, 9));
    expect(scene.begun).toEqual(['one 1', 'one 2', 'one 3', 'one 4', 'another']);
  });

  it('go to the party with the fewest running queries, and then to the first in line', async () => {
    const scene = new Scene();
    const slow = [1, 2, 3].map((n) => scene.ask(`slow ${n}`, asker(1, n, n)));
    const first = scene.ask('first', asker(1, 4, 4));
    void scene.ask('second of 1', asker(1, 5, 1));
    void scene.ask('of 5', asker(1, 6, 5));
    void scene.ask('of 6', asker(1, 7, 6));
    scene.end('first');
    await first;
    expect(scene.begun.at(-1)).toBe('of 5');
    scene.end('slow 2');
    await slow[1];
    expect(scene.begun.at(-1)).toBe('of 6');
  });

  it('go to all parties whose share the end of one query frees', async () => {
    const scene = new Scene();
    const both = scene.ask('of both', asker(1, 1, 1));
    void scene.ask('of the person', asker(1, 2, 1));
    for (const person of [2, 3]) void scene.ask(`of the source ${person}`, asker(1, 1, person));
    // In another organization, for its own share is not what this is about.
    void scene.ask('person waits', asker(2, 3, 1));
    void scene.ask('source waits', asker(2, 1, 4));
    expect(scene.begun).not.toContain('person waits');
    expect(scene.begun).not.toContain('source waits');
    scene.end('of both');
    await both;
    expect(scene.begun).toEqual(expect.arrayContaining(['person waits', 'source waits']));
  });

  it.each([
    ['You already run 2 queries', [asker(1, 1, 1), asker(1, 2, 1)], asker(1, 3, 1)],
    ['The data source already runs 3 queries', [asker(1, 1, 1), asker(1, 1, 2), asker(1, 1, 3)], asker(1, 1, 4)],
    ['The organization already runs 4 queries', [1, 2, 3, 4].map((n) => asker(1, n, n)), asker(1, 5, 5)],
    ['Too many queries are already waiting', [1, 2, 3, 4, 5, 6, 7, 8].map((n) => asker(n, n, n)), asker(9, 9, 9)],
  ])('say whose share is taken when the patience ends: %s', async (sentence, running, late) => {
    const scene = new Scene();
    for (const [n, one] of running.entries()) void scene.ask(String(n), one);
    const patience = new AbortController();
    const refused = scene.ask('late', late, patience.signal);
    patience.abort();
    await expect(refused).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 5,
      message: expect.stringContaining(sentence),
    });
    expect(scene.begun).not.toContain('late');
  });

  it('refuse the line of an organization that is full, and not that of others', async () => {
    const scene = new Scene();
    for (let n = 0; n < 54; n += 1) void scene.ask(String(n), asker(1, n, n));
    await expect(scene.ask('one more', asker(1, 99, 99))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    void scene.ask('another', asker(2, 100, 100));
    expect(scene.begun).toContain('another');
  });
});
