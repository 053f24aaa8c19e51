export const STATUSES = ['draft', 'published', 'archived'] as const;
export const SORTS = ['id', 'name', '-updated_at', '-usage_count'] as const;

export interface TemplatesSearch {
  readonly organization?: number;
  /** Only what it holds. */
  readonly workspace?: number;
  readonly status?: (typeof STATUSES)[number];
  readonly category?: string;
  readonly tag?: string;
  readonly search?: string;
  readonly sort?: (typeof SORTS)[number];
  readonly page?: number;
}
