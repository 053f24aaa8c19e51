import type { TrailSearch } from '../audit/search';

export const VIEWS = ['refusals'] as const;

export interface InstallationSearch extends TrailSearch {
  /** Without it the events. */
  readonly view?: (typeof VIEWS)[number];
  readonly network?: string;
}
