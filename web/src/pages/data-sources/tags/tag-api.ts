import { unwrap } from '@headgate/client';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { type Read, useRead } from '../../../session/read';
import { PREVIEW } from '../../data-policies/data-policy-api';

export const TAGS = '/api/v1/data-sources/{data_source_id}/tags';

export const SUGGESTIONS = '/api/v1/data-sources/{data_source_id}/tags/suggestions';

export const CHANGED = [TAGS, SUGGESTIONS, PREVIEW];

export type ColumnTag = Read<typeof TAGS>['tags'][number];

export type TagChange = Pick<ColumnTag, 'schema' | 'relation' | 'column' | 'tag'> & {
  readonly state: ColumnTag['state'] | 'removed';
};

/** All tags of a data source, read once for all columns of a page. */
export const useTags = (source: number) => useRead(TAGS, { params: { path: { data_source_id: source } } });

export const sendTag = async (source: number, body: TagChange) =>
  unwrap(await headgate.PUT(TAGS, { params: { path: { data_source_id: source } }, body }));

export const useTagChange = (source: number, onDone: () => void) =>
  useAction((body: TagChange) => sendTag(source, body), { changes: CHANGED, onDone });

/** The words that the tags of a data source use, for a field that completes them. */
export const wordsOf = (tags: readonly ColumnTag[] = []): readonly string[] =>
  [...new Set([...USUAL, ...tags.map(({ tag }) => tag)])].sort();

/** As the service suggests them. */
const USUAL = ['bank_account', 'birth_date', 'email', 'person_name', 'phone', 'postal_address', 'salary'];
