import { type HeadgateError, type components, unwrap } from '@headgate/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useChecked } from '../../../session/checked';
import { headgate } from '../../../session/client';

export type Verdict = components['schemas']['QueryVerdict'];

export type Violation = Verdict['violations'][number];

const VALIDATE = '/api/v1/data-sources/{data_source_id}/query/validate';

/** What the guard, and the database that prepares it, say about a statement, asked when the typing pauses. */
export function useVerdict(source: number, sql: string): UseQueryResult<Verdict, HeadgateError> {
  const params = { path: { data_source_id: source } };
  const check = async (signal: AbortSignal) => unwrap(await headgate.POST(VALIDATE, { params, body: { sql }, signal }));
  return useChecked<Verdict>([VALIDATE, source, sql], sql.trim() === '' ? null : check);
}

/** Line and column of a character, both from 1, as editors count. */
export function lineAndColumn(text: string, position: number): readonly [number, number] {
  const before = text.slice(0, position).split('\n');
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}
