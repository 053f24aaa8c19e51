import { choiceIn, numberIn } from '../../app/search';
import { GROUPS, type Group, REASONS, type ReasonCode } from './reads';

/** The filters of the list, as they are in the address. */
export interface PeopleSearch {
  readonly group?: Group;
  readonly reason?: ReasonCode;
  readonly stuck?: true;
  readonly page?: number;
}

/** The valid part of the address; the rest is dropped. */
export function peopleSearchOf(search: Record<string, unknown>): PeopleSearch {
  return {
    ...choiceIn(search, 'group', GROUPS),
    ...choiceIn(search, 'reason', REASONS),
    ...(search['stuck'] === true && { stuck: true }),
    ...numberIn(search, 'page'),
  };
}

/** As the API takes them, for the list and for the file alike. */
export function filterOf({ group, reason, stuck }: PeopleSearch) {
  return {
    ...(group !== undefined && { group }),
    ...(reason !== undefined && { reason }),
    ...(stuck === true && { stuck: 'true' as const }),
  };
}
