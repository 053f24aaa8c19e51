import { inEnglish } from '../../../shared/sentence.js';
import { afterAll, describe, expect, it } from '@jest/globals';
import { MYSQL_HONEST } from '../../../../test/fixtures/statements/mysql-honest.js';
import { MYSQL_HOSTILE } from '../../../../test/fixtures/statements/mysql-hostile.js';
import { POSTGRESQL_HONEST } from '../../../../test/fixtures/statements/postgresql-honest.js';
import { POSTGRESQL_HOSTILE } from '../../../../test/fixtures/statements/postgresql-hostile.js';
import { SHARED_HONEST } from '../../../../test/fixtures/statements/shared-honest.js';
import { runWithOrigin } from '../../../platform/http/request-context.js';
import { createLogger } from '../../../platform/logging/logger.js';
import { Unavailable } from '../../../shared/domain-error.js';
import type { GrammarDialect } from '../../../engines/sql-guard/judgement.js';
import { GrammarGuards } from './grammar-guards.js';
import { judge } from '../../../engines/sql-guard/judge.js';

const guards = new GrammarGuards(createLogger('silent'));
afterAll(() => guards.onApplicationShutdown());

const TOO_DEEP = 'The statement is nested too deeply. Simplify it.';

/** Makes a statement long by white space, which means nothing to any grammar. */
const long = (sql: string): string => sql + ' '.repeat(Math.max(0, 2_001 - sql.length));
const textsIn = (corpus: unknown): string[] =>
  Array.isArray(corpus)
    ? corpus.flatMap((item: unknown) => (typeof item === 'string' ? [item] : [(item as string[])[1] ?? '']))
    : Object.values(corpus as object).flatMap(textsIn);

const CORPORA: readonly (readonly [GrammarDialect, readonly string[]])[] = [
  ['postgresql', [...POSTGRESQL_HONEST, ...textsIn(POSTGRESQL_HOSTILE)]],
  ['mysql', [...SHARED_HONEST, ...MYSQL_HONEST, ...textsIn(MYSQL_HOSTILE)]],
];

/** Of the grammar, or of the guard. */
const DEEP = new RegExp(`${TOO_DEEP}|^Queries may be nested`);

describe('A long statement, which is judged in a thread,', () => {
  it.each(CORPORA)('is judged with the same words as in the main thread: %s', async (dialect, statements) => {
    expect(statements.length).toBeGreaterThan(60);
    for (const sql of statements.map(long)) {
      const [there, here] = [await guards.judge(dialect, sql, 'one'), await judge(dialect, sql)];
      // How deep a grammar can go depends on the stack of its thread. Both refuse what is too deep, but at different places.
      if (!here.ok && here.violations[0]?.message === TOO_DEEP)
        expect([sql, there.ok ? [] : there.violations.map(({ message }) => inEnglish(message))]).toEqual([
          sql,
          expect.arrayContaining([expect.stringMatching(DEEP)]),
        ]);
      else expect([sql, there]).toEqual([sql, here]);
    }
  });

  it('waits its turn: a party whose line is full is told to come back, and others are judged', async () => {
    const sql = long(`SELECT ${'a,'.repeat(5_000)}a FROM t`);
    const greedy = Array.from({ length: 60 }, () => guards.judge('mysql', sql, 'greedy'));
    const ending = Promise.allSettled(greedy);
    const other = await guards.judge('mysql', sql, 'other');
    expect(other.ok).toBe(true);
    const ends = await ending;
    const refused = ends.filter((end) => end.status === 'rejected');
    expect(refused.length).toBe(60 - 1 - 50);
    expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
  });

  it('is not judged any more for a client that has hung up', async () => {
    const left = new AbortController();
    const origin = {
      method: 'POST',
      requestId: 'r',
      ip: null,
      userAgent: null,
      country: null,
      platformVersion: null,
      gone: left.signal,
    };
    const judgements = runWithOrigin(origin, () => [1, 2].map(() => guards.judge('mysql', long('SELECT a FROM t'), 'one')));
    left.abort(new Unavailable('The client has gone.'));
    expect(await Promise.allSettled(judgements)).toMatchObject([{ value: { ok: true } }, { reason: { message: 'The client has gone.' } }]);
  });
});
