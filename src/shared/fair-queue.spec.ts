import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

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
    const all = [
      begin('one', first.work),
      begin('one', second.work),
      begin('one', held().work),
      begin('other', held().work),
    ];
    await settled();
    expect(running).toEqual(['one', 'one', 'other']);
    first.release();
    await all[0];
    await settled();
    expect(running).toEqual(['one', 'one', 'other', 'one']);
  });

  it('lets whoever gives up leave the line, and serves those behind', async () => {
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
});
