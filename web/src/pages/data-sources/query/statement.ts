import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const STATEMENT = 'statement';

const keyOf = (source: number) => [STATEMENT, source] as const;

/**
 * What is typed for a source, while these pages are open. It may hold other people's data, so no store of the browser
 * gets it; it is kept with everything that is forgotten when the person leaves.
 */
function keep(queries: QueryClient, source: number, sql: string): void {
  queries.setQueryDefaults([STATEMENT], { gcTime: Infinity });
  queries.setQueryData(keyOf(source), sql);
}

/** @returns what was typed last for this source, and how to change it */
export function useStatement(source: number): readonly [string, (sql: string) => void] {
  const queries = useQueryClient();
  const [sql, setSql] = useState(() => queries.getQueryData<string>(keyOf(source)) ?? '');
  return [
    sql,
    (next) => {
      keep(queries, source, next);
      setSql(next);
    },
  ];
}
