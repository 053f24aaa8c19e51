import { choiceIn, numberIn, textIn } from '../../app/search';

export const OUTCOMES = ['success', 'refused'] as const;

/** Which events are shown; days are those of the browser's zone. */
export interface TrailSearch {
  readonly action?: string;
  readonly outcome?: (typeof OUTCOMES)[number];
  readonly actor?: number;
  readonly from?: string;
  readonly to?: string;
  /** Only events older than this one. */
  readonly before?: number;
  readonly page?: number;
}

export function trailSearch(search: Record<string, unknown>): TrailSearch {
  return {
    ...textIn(search, 'action'),
    ...choiceIn(search, 'outcome', OUTCOMES),
    ...numberIn(search, 'actor'),
    ...dayIn(search, 'from'),
    ...dayIn(search, 'to'),
    ...numberIn(search, 'before'),
    ...numberIn(search, 'page'),
  };
}

function dayIn<Name extends string>(given: Record<string, unknown>, name: Name): { readonly [Key in Name]?: string } {
  const value = given[name];
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return (isDay ? { [name]: value } : {}) as { readonly [Key in Name]?: string };
}

/** As the API takes them; the last day counts to its end. */
export function filtersOf({ action, outcome, actor, from, to, before }: TrailSearch) {
  return {
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(actor !== undefined && { actor_id: actor }),
    ...(from !== undefined && { from: startOf(from, 0) }),
    ...(to !== undefined && { to: startOf(to, 1) }),
    ...(before !== undefined && { before }),
  };
}

function startOf(day: string, later: number): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
