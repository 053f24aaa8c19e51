import { type Call, type DataOf, type PathOf, type Route, unwrap } from './routes.js';

interface Page {
  readonly pagination: { readonly page: number; readonly has_next: boolean };
  /** Where to read on in a list that grows while it is read; `null` at the end. */
  readonly next_before?: number | null;
}

/** The lists that are answered in pages. */
export type PagedPath = {
  [Path in PathOf<'get'>]: DataOf<Route<Path, 'get'>> extends Page ? Path : never;
}[PathOf<'get'>];

export type PageOf<Path extends PagedPath> = DataOf<Route<Path, 'get'>>;

interface Query {
  readonly params?: { readonly query?: object };
}

type Read = (path: string, init: object) => Promise<{ readonly data: Page } | { readonly error: Error }>;

export async function* pagesOf({ GET }: { readonly GET: Call<'get'> }, path: string, init: object): AsyncGenerator<Page, void> {
  const { params }: Query = init;
  let next: object | null = {};
  while (next !== null) {
    const query: object = { ...params?.query, ...next };
    const page: Page = unwrap(await (GET as Read)(path, { ...init, params: { ...params, query } }));
    yield page;
    next = after(page);
  }
}

function after({ pagination, next_before: before }: Page): object | null {
  if (before !== undefined) return before === null ? null : { before };
  return pagination.has_next ? { page: pagination.page + 1 } : null;
}
