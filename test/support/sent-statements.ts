import { jest } from '@jest/globals';
import pg from 'pg';
import { currentOrigin } from '../../src/platform/http/request-context.js';

/**
 * What requests send to the database of the service while `work` runs, `BEGIN` and `COMMIT` included, each by its name or its
 * beginning. Not what jobs send, even if a request has enqueued them, nor what a data source is sent.
 */
export async function sentDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = [];
  const query = Reflect.get(pg.Client.prototype, 'query') as (this: pg.Client, ...all: unknown[]) => unknown;
  function counting(this: pg.Client, ...all: unknown[]): unknown {
    if (currentOrigin() !== undefined) sent.push(labelOf(all[0]));
    return query.apply(this, all);
  }
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(counting);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return sent;
}

/** Those that were sent more than once, to see what might be passed on instead. */
export function sentAgain(sent: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  for (const one of sent) times.set(one, (times.get(one) ?? 0) + 1);
  return [...times].filter(([, count]) => count > 1).map(([one, count]) => `${count} times ${one}`);
}

function labelOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { name, text = '' } = statement as { name?: string; text?: string };
  // Names of TypeORM's statements are numbers.
  if (name !== undefined && !name.startsWith('typeorm_')) return name;
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 120);
}
