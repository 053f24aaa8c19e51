import type { QueryResult as Answer } from 'pg';
import { type DataSource, type EntityManager, QueryResult } from 'typeorm';

type Statement = string | { readonly name: string; readonly text: string };

interface Session {
  send(statement: Statement, values: readonly unknown[]): Promise<Answer>;
  isInTransaction(): boolean;
}

/** A connection keeps each named statement for as long as it lives. */
const MOST_NAMES = 400;
/** Pages write their limits into the text, so each would need a name; and one plan for all values can be slow. */
const A_PAGE = / LIMIT (?!1\b)| OFFSET /;

const names = new Map<string, string>();

/**
 * TypeORM's repositories, with statements that a session sends: TypeORM itself takes no connection and opens no
 * transaction.
 */
export function repositoriesOver(dataSource: DataSource, session: Session): EntityManager {
  const runner = dataSource.createQueryRunner();
  Object.defineProperties(runner, {
    isTransactionActive: { get: () => session.isInTransaction() },
    startTransaction: { value: () => Promise.reject(new Error('Only a unit of work opens a transaction.')) },
    connect: { value: () => Promise.reject(new Error('Statements are sent by the session.')) },
    query: {
      value: async (text: string, values: readonly unknown[] = [], isStructured = false) => {
        const { rows, rowCount, command } = await session.send(named(text), values);
        const result = new QueryResult();
        result.records = rows;
        result.affected = rowCount ?? 0;
        result.raw = command === 'UPDATE' || command === 'DELETE' ? [rows, rowCount] : rows;
        return isStructured ? result : (result.raw as unknown);
      },
    },
  });
  return runner.manager;
}

function named(text: string): Statement {
  const known = names.get(text);
  if (known !== undefined) return { name: known, text };
  if (names.size === MOST_NAMES || A_PAGE.test(text)) return text;
  const name = `typeorm_${names.size + 1}`;
  names.set(text, name);
  return { name, text };
}
