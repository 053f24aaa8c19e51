import { unwrap } from '@headgate/client';
import { headgate } from '../../../session/client';
import { type Read, useRead } from '../../../session/read';

export type Kind = 'pairs' | 'terms';

const PAIRS = '/api/v1/data-sources/{data_source_id}/verified-pairs';
const TERMS = '/api/v1/data-sources/{data_source_id}/glossary-terms';
const PAIR = '/api/v1/verified-pairs/{pair_id}';
const TERM = '/api/v1/glossary-terms/{term_id}';

type Pair = Read<typeof PAIR>['verified_pair'];
type Term = Read<typeof TERM>['glossary_term'];

/** What is old when one of a kind has changed. */
export const CHANGED: Readonly<Record<Kind, readonly string[]>> = {
  pairs: [PAIRS, PAIR, `${PAIR}/versions`],
  terms: [TERMS, TERM, `${TERM}/versions`],
};

/** As a form holds it; a pair has a question for a name, and neither definition nor synonyms. */
export interface Draft {
  readonly name: string;
  readonly definition: string;
  /** One on each line. */
  readonly synonyms: string;
  /** Empty for a word that is not a metric. */
  readonly sql: string;
}

export const NEW: Draft = { name: '', definition: '', synonyms: '', sql: '' };

export interface Entry extends Pick<Pair, 'id' | 'state' | 'problem' | 'unprepared' | 'version' | 'changed_at'> {
  readonly draft: Draft;
  /** What was read, with its version. */
  readonly read: object;
}

interface Shape {
  readonly question?: string;
  readonly sql?: string | null;
  readonly withheld?: string | null;
  readonly name?: string;
  readonly definition?: string;
  readonly synonyms?: readonly string[];
  readonly expression?: string | null;
}

export const draftOf = ({ question, sql, name, definition, synonyms, expression }: Shape): Draft => ({
  name: question ?? name ?? '',
  definition: definition ?? '',
  synonyms: (synonyms ?? []).join('\n'),
  sql: sql ?? expression ?? '',
});

export function entryOf(read: Pair | Term): Entry {
  const { id, state, problem, unprepared, version, changed_at } = read;
  return { id, state, problem, unprepared, version, changed_at, draft: draftOf(read), read };
}

export function useEntries(kind: Kind, source: number, page: number, search: string | undefined) {
  const params = {
    path: { data_source_id: source },
    query: { page, limit: 20, ...(search !== undefined && { search }) },
  };
  const pairs = useRead(PAIRS, { params }, { enabled: kind === 'pairs' });
  const terms = useRead(TERMS, { params }, { enabled: kind === 'terms' });
  const { data } = kind === 'pairs' ? pairs : terms;
  const list = data && ('verified_pairs' in data ? data.verified_pairs : data.glossary_terms);
  return {
    error: (kind === 'pairs' ? pairs : terms).error,
    found: data && list && { entries: list.map(entryOf), pagination: data.pagination },
  };
}

export function useEntry(kind: Kind, id: number) {
  const pair = useRead(PAIR, { params: { path: { pair_id: id } } }, { enabled: kind === 'pairs' });
  const term = useRead(TERM, { params: { path: { term_id: id } } }, { enabled: kind === 'terms' });
  const { error } = kind === 'pairs' ? pair : term;
  const read = kind === 'pairs' ? pair.data?.verified_pair : term.data?.glossary_term;
  return { error, read: read?.id === id ? read : undefined };
}

export function useVersions(kind: Kind, id: number) {
  const pair = useRead(`${PAIR}/versions`, { params: { path: { pair_id: id } } }, { enabled: kind === 'pairs' });
  const term = useRead(`${TERM}/versions`, { params: { path: { term_id: id } } }, { enabled: kind === 'terms' });
  const versions: readonly (Shape & { version: number; changed_at: string })[] =
    (kind === 'pairs' ? pair.data?.versions : term.data?.versions) ?? [];
  return versions;
}

const pairBody = ({ name, sql }: Draft) => ({ question: name.trim(), sql });

const termBody = ({ name, definition, synonyms, sql }: Draft) => ({
  name: name.trim(),
  definition: definition.trim(),
  synonyms: synonyms
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
  expression: sql.trim() === '' ? null : sql,
});

/** @throws HeadgateError */
export async function create(kind: Kind, source: number, draft: Draft): Promise<Entry> {
  const params = { path: { data_source_id: source } };
  return entryOf(
    kind === 'pairs'
      ? unwrap(await headgate.POST(PAIRS, { params, body: pairBody(draft) })).verified_pair
      : unwrap(await headgate.POST(TERMS, { params, body: termBody(draft) })).glossary_term,
  );
}

/** Over that version. @throws HeadgateError */
export async function replace(kind: Kind, id: number, ifMatch: string, draft: Draft): Promise<Entry> {
  return entryOf(
    kind === 'pairs'
      ? unwrap(await headgate.PUT(PAIR, { params: { path: { pair_id: id } }, body: pairBody(draft), ifMatch })).verified_pair
      : unwrap(await headgate.PUT(TERM, { params: { path: { term_id: id } }, body: termBody(draft), ifMatch })).glossary_term,
  );
}

/** @throws HeadgateError */
export async function remove(kind: Kind, { id, read }: Entry): Promise<void> {
  if (kind === 'pairs') unwrap(await headgate.DELETE(PAIR, { params: { path: { pair_id: id } }, ifMatch: read }));
  else unwrap(await headgate.DELETE(TERM, { params: { path: { term_id: id } }, ifMatch: read }));
}
