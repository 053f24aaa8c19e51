import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { numberIn } from '../app/search';

export const LIST = 'page';

/**
 * Where a person is on a page, by a name of its address: the page of a list, the row that is open. A reload, Back and everybody with the
 * address find it again. An address goes to histories and logs, so it holds numbers, and nothing of what the row says.
 */
export function usePlace(name: string): readonly [number | undefined, (place: number | undefined) => void] {
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const go = useCallback(
    (place: number | undefined) => void navigate({ to: '.', search: (before: object) => ({ ...before, [name]: place }) }),
    [navigate, name],
  );
  return [numberIn(search, name)[name], go];
}

/** The page of a list; `Pager` turns it by the same name. A page may have several lists. */
export function usePageOf(list: string = LIST): number {
  return usePlace(list)[0] ?? 1;
}
