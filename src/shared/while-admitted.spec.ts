import { expect, it } from '@jest/globals';
import { whileAdmitted } from './while-admitted.js';

async function* three(): AsyncGenerator<number> {
  yield* [1, 2, 3];
}

async function taken(msForEach: number, admit: () => Promise<void>): Promise<unknown[]> {
  let now = 0;
  const got: unknown[] = [];
  try {
    for await (const part of whileAdmitted(three(), admit, { now: () => new Date(now) })) {
      got.push(part);
      now += msForEach;
    }
  } catch (error) {
    got.push(error instanceof Error ? error.message : error);
  }
  return got;
}

it('gives a slow client only what it is still admitted to', async () => {
  let asked = 0;
  const admit = async (): Promise<void> => {
    asked += 1;
    if (asked === 2) throw new Error('no longer');
  };
  expect(await taken(60_000, admit)).toEqual([1, 2, 'no longer']);
});

it('asks for nothing while the parts go out at once', async () => {
  expect(await taken(400, () => Promise.reject(new Error('asked')))).toEqual([1, 2, 3]);
});
