/** One page of a list; `page` counts from 1, `limit` is 1 to 100. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** The pagination object of the API, keys as the clients see them. */
export interface Pagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly pages: number;
  readonly has_next: boolean;
  readonly has_prev: boolean;
}

export function paginationOf(request: PageRequest, total: number): Pagination {
  const pages = Math.ceil(total / request.limit);
  return {
    page: request.page,
    limit: request.limit,
    total,
    pages,
    has_next: request.page < pages,
    has_prev: request.page > 1 && total > 0,
  };
}

export function offsetOf(request: PageRequest): number {
  return (request.page - 1) * request.limit;
}
