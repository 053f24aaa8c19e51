import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queries as kept } from '../../../session/session';

const STATEMENT = 'statement';

interface Statement {
  readonly sql: string;
  /** The history has it, because it has run, or an answer of a model does. */
  readonly isElsewhere: boolean;
}

const keyOf = (source: number) => [STATEMENT, source] as const;

/**
 * What is typed for a source, while these pages are open. It may hold other people's data, so no store of the browser
 * gets it; it is kept with everything that is forgotten when the person leaves.
 */
function keep(queries: QueryClient, source: number, statement: Statement): void {
  queries.setQueryDefaults([STATEMENT], { gcTime: Infinity });
  queries.setQueryData(keyOf(source), statement);
}

// On every page: the editor need not be open for its text to be lost.
window.addEventListener('beforeunload', (event) => {
  const statements = kept.getQueriesData<Statement>({ queryKey: [STATEMENT] });
  if (statements.some(([, statement]) => statement?.isElsewhere === false && statement.sql.trim() !== '')) event.preventDefault();
});

interface Typed {
  /** What was typed last for this source. */
  readonly sql: string;
  readonly type: (sql: string) => void;
  /** Puts a statement there that can be found again. */
  readonly open: (sql: string) => void;
  /** Its rows are here, so the history has it. */
  readonly ran: (sql: string) => void;
}

export function useStatement(source: number): Typed {
  const queries = useQueryClient();
  const [sql, setSql] = useState(() => queries.getQueryData<Statement>(keyOf(source))?.sql ?? '');
  const become = (statement: Statement): void => {
    keep(queries, source, statement);
    setSql(statement.sql);
  };
  return {
    sql,
    type: (next) => become({ sql: next, isElsewhere: false }),
    open: (next) => become({ sql: next, isElsewhere: true }),
    ran: (done) => queries.setQueryData<Statement>(keyOf(source), (now) => (now?.sql === done ? { sql: done, isElsewhere: true } : now)),
  };
}
