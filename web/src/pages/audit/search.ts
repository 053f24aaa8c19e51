import { dayIn, startOf } from '../../app/days';
import { choiceIn, numberIn, textIn } from '../../app/search';

export const OUTCOMES = ['success', 'refused'] as const;

/** Which events are shown; days are those of the browser's zone. */
export interface TrailSearch {
  readonly action?: string;
  readonly outcome?: (typeof OUTCOMES)[number];
  readonly actor?: number;
  /** Whose account it happened to. */
  readonly member?: number;
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
    ...numberIn(search, 'member'),
    ...dayIn(search, 'from'),
    ...dayIn(search, 'to'),
    ...numberIn(search, 'before'),
    ...numberIn(search, 'page'),
  };
}

/** As the API takes them; the last day counts to its end. */
export function filtersOf({ action, outcome, actor, member, from, to, before }: TrailSearch) {
  return {
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(actor !== undefined && { actor_user_id: actor }),
    ...(member !== undefined && { member_user_id: member }),
    ...(from !== undefined && { from: startOf(from, 0) }),
    ...(to !== undefined && { to: startOf(to, 1) }),
    ...(before !== undefined && { before }),
  };
}
