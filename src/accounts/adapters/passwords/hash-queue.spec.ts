import { afterEach, describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Unavailable } from '../../../shared/domain-error.js';
import { HashQueue } from './hash-queue.js';

/** Puts work into a queue that ends only when the test says so, and notes the order in which it began. */
class Works {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, (error?: Error) => void>();
  private active = 0;
  mostAtOnce = 0;

  constructor(private readonly queue: HashQueue) {}

  /** The work `A1` belongs to the party `A`. */
  add(...names: string[]): Promise<string>[] {
    return names.map((name) =>
      this.queue.run(name.charAt(0), () => {
        this.begun.push(name);
        this.active += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.active);
        return new Promise<string>((resolve, reject) => {
          this.ends.set(name, (error) => {
            this.active -= 1;
            if (error === undefined) resolve(name);
            else reject(error);
          });
        });
      }),
    );
  }

  async end(name: string, error?: Error): Promise<void> {
    const end = this.ends.get(name);
    if (end === undefined) throw new Error(`${name} has not begun.`);
    this.ends.delete(name);
    end(error);
    await nextTurn();
  }

  /** Ends whatever runs, the earliest first, until nothing is left. */
  async endAll(): Promise<void> {
    for (let next = this.running(); next !== undefined; next = this.running()) await this.end(next);
  }

  private running(): string | undefined {
    return this.ends.keys().next().value;
  }
}

describe('HashQueue', () => {
  const poolSize = process.env['UV_THREADPOOL_SIZE'];
  afterEach(() => {
    if (poolSize === undefined) delete process.env['UV_THREADPOOL_SIZE'];
    else process.env['UV_THREADPOOL_SIZE'] = poolSize;
  });

  it('runs at once what finds a free place, and hands back what the work answers', async () => {
    const works = new Works(new HashQueue(2));
    const results = works.add('A1', 'A2');
    expect(works.begun).toEqual(['A1', 'A2']);
    await works.endAll();
    expect(await Promise.all(results)).toEqual(['A1', 'A2']);
  });

  it.each([1, 2, 3])('never runs more than %i at a time, and runs everything [statement 19]', async (atOnce) => {
    const works = new Works(new HashQueue(atOnce));
    const names = Array.from({ length: 12 }, (_, index) => `${'ABC'.charAt(index % 3)}${index}`);
    const results = works.add(...names);
    await works.endAll();
    expect((await Promise.all(results)).sort()).toEqual([...names].sort());
    expect(works.mostAtOnce).toBe(atOnce);
  });

  it.each(['1', '2'])('leaves a thread free for the rest of the process when the pool has %s', async (size) => {
    process.env['UV_THREADPOOL_SIZE'] = size;
    const works = new Works(new HashQueue());
    const results = works.add('A1', 'A2', 'A3');
    await works.endAll();
    await Promise.all(results);
    expect(works.mostAtOnce).toBe(1);
  });

  it('serves one party in the order of arrival', async () => {
    const works = new Works(new HashQueue(1));
    const results = works.add('A1', 'A2', 'A3', 'A4');
    await works.endAll();
    await Promise.all(results);
    expect(works.begun).toEqual(['A1', 'A2', 'A3', 'A4']);
  });

  it('serves the parties in turn: a burst of one does not hold up the single call of another', async () => {
    const works = new Works(new HashQueue(1));
    const results = works.add('A1', 'A2', 'A3', 'A4', 'A5', 'B1', 'C1', 'C2');
    await works.endAll();
    await Promise.all(results);
    expect(works.begun).toEqual(['A1', 'A2', 'B1', 'C1', 'A3', 'C2', 'A4', 'A5']);
  });

  it('puts a party that comes back at the end of the round', async () => {
    const works = new Works(new HashQueue(1));
    const results = works.add('A1', 'A2', 'B1', 'B2');
    await works.end('A1');
    results.push(...works.add('A3'));
    await works.endAll();
    await Promise.all(results);
    expect(works.begun).toEqual(['A1', 'A2', 'B1', 'A3', 'B2']);
  });

  it('does not let a newcomer overtake those who wait when a place falls free', async () => {
    const works = new Works(new HashQueue(1));
    const [first, second] = works.add('A1', 'A2');
    const newcomer = first?.then(() => Promise.all(works.add('B1')));
    await works.end('A1');
    expect(works.begun).toEqual(['A1', 'A2']);
    expect(works.mostAtOnce).toBe(1);
    await works.endAll();
    await Promise.all([second, newcomer]);
    expect(works.begun).toEqual(['A1', 'A2', 'B1']);
  });

  it('refuses only a party whose line is full', async () => {
    const queue = new HashQueue(1, 2);
    const works = new Works(queue);
    const results = works.add('A1', 'A2', 'A3');
    await expect(works.add('A4')[0]).rejects.toBeInstanceOf(Unavailable);
    results.push(...works.add('B1'));
    expect(queue.depth).toBe(4);
    await works.end('A1');
    results.push(...works.add('A5'));
    await works.endAll();
    expect(await Promise.all(results)).toEqual(['A1', 'A2', 'A3', 'B1', 'A5']);
    expect(works.begun).not.toContain('A4');
  });

  it('refuses everyone when too many wait in all, until some are served [statement 19]', async () => {
    const queue = new HashQueue(1, 2, 3);
    const works = new Works(queue);
    const results = works.add('A1', 'A2', 'B1', 'C1');
    await expect(works.add('D1')[0]).rejects.toBeInstanceOf(Unavailable);
    await expect(works.add('B2')[0]).rejects.toBeInstanceOf(Unavailable);
    expect(queue.depth).toBe(4);
    await works.end('A1');
    results.push(...works.add('D2'));
    await works.endAll();
    expect(await Promise.all(results)).toEqual(['A1', 'A2', 'B1', 'C1', 'D2']);
  });

  it('gives the place back when the work fails, also when it throws before it waits for anything', async () => {
    const queue = new HashQueue(1);
    const works = new Works(queue);
    const [failing, waiting] = works.add('A1', 'B1');
    const outcome = expect(failing).rejects.toThrow('out of memory');
    await works.end('A1', new Error('out of memory'));
    await outcome;
    expect(works.begun).toEqual(['A1', 'B1']);
    await works.end('B1');
    expect(await waiting).toBe('B1');
    const thrown = queue.run('A', () => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(queue.depth).toBe(0);
    expect(await queue.run('A', () => Promise.resolve('still served'))).toBe('still served');
  });

  it('tells how much runs and waits, down to nothing', async () => {
    const queue = new HashQueue(2);
    const works = new Works(queue);
    expect(queue.depth).toBe(0);
    const results = works.add('A1', 'A2', 'A3', 'B1');
    expect(queue.depth).toBe(4);
    await works.end('A2');
    expect(queue.depth).toBe(3);
    await works.endAll();
    await Promise.all(results);
    expect(queue.depth).toBe(0);
  });
});
