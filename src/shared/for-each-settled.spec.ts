import { describe, expect, it } from '@jest/globals';
import { forEachSettled, idsAfter } from './for-each-settled.js';

describe('forEachSettled', () => {
  it('acts on every item, also after one that failed, and tells of it at the end', async () => {
    const seen: number[] = [];
    const acting = forEachSettled([1, 2, 3, 4], (item) => {
      seen.push(item);
      return item % 2 === 0 ? Promise.reject(new Error(`no ${item}`)) : Promise.resolve();
    });
    await expect(acting).rejects.toMatchObject({
      message: '2 failed, the first: no 2',
      errors: [new Error('no 2'), new Error('no 4')],
    });
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('begins with one when the one before has ended', async () => {
    let underWay = 0;
    await forEachSettled([1, 2, 3], async () => {
      expect(underWay).toBe(0);
      underWay += 1;
      await Promise.resolve();
      underWay -= 1;
    });
  });

  it('keeps a few of many errors, and counts them all', async () => {
    const acting = forEachSettled(Array(5000).keys(), (item) => Promise.reject(new Error(`no ${item}`)));
    const error = await acting.catch((thrown: unknown) => thrown as AggregateError);
    expect(error).toMatchObject({ message: '5000 failed, the first: no 0' });
    expect((error as AggregateError).errors).toHaveLength(10);
  });
});

describe('idsAfter', () => {
  it('goes on after the last id of a page until a page is empty', async () => {
    const asked: number[] = [];
    const all = [3, 5, 8, 13, 21];
    const ids: number[] = [];
    for await (const id of idsAfter((last) => {
      asked.push(last);
      return Promise.resolve(all.filter((one) => one > last).slice(0, 2));
    }))
      ids.push(id);
    expect([ids, asked]).toEqual([all, [0, 5, 13, 21]]);
  });
});
