import { jest } from '@jest/globals';
import pg from 'pg';
import { currentOrigin } from '../../src/platform/http/request-context.js';

/**
 * What requests send to the database of the service while `work` runs, `BEGIN` and `COMMIT` included, each by its name or its
 * beginning. Not what jobs send, even if a request has enqueued them, nor what a data source is sent.
 */
export async function sentDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = [];
  await watching(work, (_, statement) => sent.push(labelOf(statement)));
  return sent;
}

export interface SentRead {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What requests read from the database of the service while `work` runs, as it could be sent again. */
export async function readsDuring(work: () => Promise<unknown>): Promise<readonly SentRead[]> {
  const sent: SentRead[] = [];
  await watching(work, (_, statement, values) => {
    const { text, values: own } = typeof statement === 'string' ? { text: statement } : (statement as Partial<SentRead>);
    if (text !== undefined && /^\s*(SELECT|WITH)\b/.test(text)) sent.push({ text, values: own ?? (Array.isArray(values) ? values : []) });
  });
  return sent;
}

/** After its fifth execution PostgreSQL plans a named statement again only if a plan for the values at hand looks cheaper. */
const PLANNED_FIRST = 5;

/** Named statements that requests send while `work` runs: those that PostgreSQL plans each time, and how many plans it has kept. */
export async function plansDuring(work: () => Promise<unknown>): Promise<{ readonly again: readonly string[]; readonly kept: number }> {
  const clients = new Set<pg.Client>();
  const sent = new Set<unknown>();
  await watching(work, (client, statement) => {
    clients.add(client);
    if (typeof statement === 'object' && statement !== null && 'name' in statement) sent.add(statement.name);
  });
  const again = new Set<string>();
  let kept = 0;
  for (const client of clients) {
    const text = `SELECT name, statement AS text, custom_plans > $1 AS "isAgain" FROM pg_prepared_statements
                   WHERE custom_plans > $1 OR generic_plans > 0`;
    const { rows } = await client.query<{ name: string; text: string; isAgain: boolean }>(text, [PLANNED_FIRST]);
    // Others were sent before, and may not be hot.
    for (const row of rows.filter(({ name }) => sent.has(name)))
      if (row.isAgain) again.add(labelOf(row));
      else kept += 1;
  }
  return { again: [...again].sort(), kept };
}

async function watching(
  work: () => Promise<unknown>,
  sees: (client: pg.Client, statement: unknown, values: unknown) => unknown,
): Promise<void> {
  const query = Reflect.get(pg.Client.prototype, 'query') as (this: pg.Client, ...all: unknown[]) => unknown;
  function counting(this: pg.Client, ...all: unknown[]): unknown {
    if (currentOrigin() !== undefined) sees(this, all[0], all[1]);
    return query.apply(this, all);
  }
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(counting);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
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
