import { type Group, type ReasonCode, isGroup, isReason } from './reads';

/** The filters of the list, as they stand in the address. */
export interface PeopleSearch {
  readonly group?: Group;
  readonly reason?: ReasonCode;
  readonly stuck?: true;
  readonly page?: number;
}

/** What the address says that makes sense; the rest is dropped. */
export function peopleSearchOf({ group, reason, stuck, page }: Record<string, unknown>): PeopleSearch {
  return {
    ...(isGroup(group) && { group }),
    ...(isReason(reason) && { reason }),
    ...(stuck === true && { stuck }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
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
