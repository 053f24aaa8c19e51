import { describe, expect, it } from '@jest/globals';
import { Unavailable } from './domain-error.js';
import { FairQueue, type Party, type Familiarity } from './fair-queue.js';

describe('a fair queue', () => {
  const held = () => {
    let release = (): void => undefined;
    const work = new Promise<void>((resolve) => (release = resolve));
    return { work: () => work, release };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('lets one party take no more than its share, although places are free', async () => {
    const queue = new FairQueue(4, 10, 10, 2);
    const running: string[] = [];
    const begin = (party: string, work: () => Promise<void>) =>
      queue.run(party, () => {
        running.push(party);
        return work();
      });
    const [first, second] = [held(), held()];
    const all = [begin('one', first.work), begin('one', second.work), begin('one', held().work), begin('other', held().work)];
    await settled();
    expect(running).toEqual(['one', 'one', 'other']);
    first.release();
    await all[0];
    await settled();
    expect(running).toEqual(['one', 'one', 'other', 'one']);
  });

  it('lets a caller who gives up leave the line, and serves those behind', async () => {
    const queue = new FairQueue(1);
    const first = held();
    const running = queue.run('one', first.work);
    const gone = new AbortController();
    const left = queue.run('two', () => Promise.resolve('never'), gone.signal);
    const stayed = queue.run('two', () => Promise.resolve('served'));
    expect(queue.depth).toBe(3);
    gone.abort(new Error('No more.'));
    await expect(left).rejects.toThrow('No more.');
    expect(queue.depth).toBe(2);
    first.release();
    await running;
    expect(await stayed).toBe('served');
    expect(queue.depth).toBe(0);
  });

  it('does not begin what was given up before it came', async () => {
    const signal = AbortSignal.abort(new Error('Too late.'));
    await expect(new FairQueue(1).run('one', () => Promise.resolve(), signal)).rejects.toThrow('Too late.');
  });

  /** Keeps the only place until it is released, while these come; the order in which they are served. */
  async function served(queue: FairQueue, come: (enter: (...given: Entering) => void) => void): Promise<string[]> {
    const order: string[] = [];
    const first = held();
    const all: Promise<unknown>[] = [queue.run('first', first.work)];
    come((name, party, familiarity) => {
      all.push(queue.run(party, () => Promise.resolve(order.push(name)), undefined, familiarity));
    });
    first.release();
    await Promise.all(all);
    return order;
  }
  type Entering = [name: string, party: Party, familiarity?: Familiarity];

  it('gives a party with parties inside the turns of one, which those share', async () => {
    const order = await served(new FairQueue(1), (enter) => {
      enter('wide a1', ['wide', 'a']);
      enter('wide a2', ['wide', 'a']);
      enter('wide b1', ['wide', 'b']);
      enter('wide c1', ['wide', 'c']);
      enter('other 1', 'other');
      enter('other 2', 'other');
    });
    expect(order).toEqual(['wide a1', 'other 1', 'wide b1', 'other 2', 'wide c1', 'wide a2']);
  });

  it('counts those inside for the limits of the party around them', async () => {
    const queue = new FairQueue(10, 2, 10, 1);
    const work = held();
    const all = ['a', 'b', 'c'].map((inside) => queue.run(['wide', inside], work.work));
    await expect(queue.run(['wide', 'd'], work.work)).rejects.toThrow(Unavailable);
    expect(await queue.run('other', () => Promise.resolve('served'))).toBe('served');
    work.release();
    await Promise.all(all);
  });

  it('serves known parties first, and strangers in one turn of four', async () => {
    const order = await served(new FairQueue(1), (enter) => {
      for (const name of ['s1', 's2']) enter(name, name);
      for (const name of ['k1', 'k2', 'k3', 'k4', 'k5']) enter(name, name, 'known');
    });
    expect(order).toEqual(['k1', 'k2', 'k3', 's1', 'k4', 'k5', 's2']);
  });

  it('keeps places and a line for known parties that strangers cannot fill', async () => {
    const queue = new FairQueue(2, 1, 1, 2, 1);
    const work = held();
    const strangers = ['a', 'b'].map((party) => queue.run(party, work.work));
    await expect(queue.run('c', work.work)).rejects.toThrow(Unavailable);
    expect(queue.rejected).toBe(1);
    expect(await queue.run('k', () => Promise.resolve('served'), undefined, 'known')).toBe('served');
    work.release();
    await Promise.all(strangers);
    expect(queue.depth).toBe(0);
  });
});
