import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RememberedData } from '../domain/same-data.js';
import { SameDataScene, sourceAt } from '../../../test/support/same-data-scene.js';

const own = sourceAt('one.example', { id: 9 });

describe('the reach of a source', () => {
  let scene: SameDataScene;
  beforeEach(() => {
    scene = new SameDataScene();
    scene.names.set('one.example', 'data');
    scene.names.set('two.example', 'data');
    scene.names.set('other.example', 'other data');
    scene.protectedIds = (ids) => ids.filter((id) => id !== own.id);
  });

  const reached = async (source = own): Promise<unknown> =>
    scene.reachData.execute(source).then(
      () => 'reached',
      ({ code }) => code,
    );
  const beside = (...others: typeof scene.others): void => void (scene.others = [...others, own]);

  it('is lost where the source was changed since it was read', async () => {
    beside();
    scene.isChanged = true;
    expect([await reached(), scene.closed]).toEqual(['DATA_SOURCE_LOST', []]);
  });

  it('is closed where others protect the data', async () => {
    beside(sourceAt('two.example'));
    expect([await reached(), scene.closed]).toEqual(['DATA_SOURCE_CLOSED', [own.id]]);
  });

  it('is asked about no policies where none counts, and closed where labels protect the data', async () => {
    scene.hasPolicies = false;
    scene.protectedIds = () => [];
    beside(sourceAt('two.example'));
    expect([await reached(), scene.policiesAsked]).toEqual(['reached', 0]);
    beside(sourceAt('two.example', { labels: ['personal'] }));
    expect([await reached(), scene.closed]).toEqual(['DATA_SOURCE_CLOSED', [own.id]]);
  });

  it('is refused, and stays open, while a protected source that was never found cannot be looked up', async () => {
    beside(sourceAt('down.example'));
    expect([await reached(), scene.closed]).toEqual(['DATA_NOT_COMPARED', []]);
    scene.names.set('down.example', 'other data');
    // A name that was not found is looked up again after half a minute.
    scene.clock.advance({ seconds: 30 });
    expect(await reached()).toBe('reached');
  });

  it('does not depend on a protected source that was found elsewhere, nor on one without policies', async () => {
    beside(sourceAt('down.example', { keys: ['down.example', 'other data'] }));
    expect(await reached()).toBe('reached');
    scene.protectedIds = () => [];
    beside(sourceAt('down.example'));
    expect(await reached()).toBe('reached');
  });

  it('does not depend on a source beside which a person has let it read', async () => {
    beside(sourceAt('down.example'));
    scene.others = [...scene.others.slice(0, -1), { ...own, admittedKeys: ['down.example'] }];
    expect(await reached()).toBe('reached');
  });

  it('is refused, and stays open, beside data that was left before it was ever found', async () => {
    const left: RememberedData = {
      id: 3,
      organizationId: 1,
      sourceName: 'Gone',
      engine: 'postgresql',
      place: 'gone.example:5432/shop',
      connection: null,
      keys: ['gone.example'],
      isFound: false,
      rememberedBy: null,
      rememberedAt: new Date(0),
    };
    beside();
    scene.remembered = [left];
    expect([await reached(), scene.closed]).toEqual(['DATA_NOT_COMPARED', []]);
    scene.remembered = [{ ...left, keys: ['gone.example', 'other data'], isFound: true }];
    expect(await reached()).toBe('reached');
    scene.remembered = [{ ...left, keys: ['gone.example', 'data'], isFound: true }];
    expect([await reached(), scene.closed]).toEqual(['DATA_SOURCE_CLOSED', [own.id]]);
    scene.remembered = [left];
    scene.others = [{ ...own, admittedKeys: ['gone.example'] }];
    expect(await reached()).toBe('reached');
  });

  it('looks up all names at once, and each of them once in half a minute', async () => {
    const hosts = Array.from({ length: 20 }, (_, at) => `${at}.example`);
    for (const host of hosts) scene.names.set(host, `data of ${host}`);
    beside(...hosts.map((host, at) => sourceAt(host, { id: 100 + at })));
    expect(await reached()).toBe('reached');
    expect([scene.lookups.toSorted(), scene.mostAtOnce]).toEqual([hosts.toSorted(), hosts.length]);
    for (let at = 0; at < 20; at += 1) await reached();
    expect(scene.lookups).toHaveLength(hosts.length);
    scene.names.set('3.example', 'data');
    scene.clock.advance({ seconds: 30 });
    expect(await reached()).toBe('DATA_SOURCE_CLOSED');
    expect(scene.lookups).toHaveLength(2 * hosts.length);
  });
});
