import type { Group } from './group.js';

/** How many times members logged in, and how many members did. */
export interface LoginCount {
  readonly logins: number;
  readonly people: number;
}

/**
 * What past logins would have met if single sign-on had been required of all members, and the rules had been as they
 * are now.
 */
export interface Forecast {
  readonly from: Date;
  readonly to: Date;
  readonly all: LoginCount;
  /** Not through an active connection of the organization, by people who are not exempt. */
  readonly denied: LoginCount;
  /**
   * The denied logins of people who would have had no way to log in at all; the others would have been sent to a
   * connection.
   */
  readonly lockedOut: LoginCount;
  readonly byGroup: readonly (LoginCount & { readonly group: Group; readonly lockedOut: number })[];
  /** The denied logins per day. */
  readonly byDay: readonly (LoginCount & { readonly day: string })[];
  /** What the guard itself recorded in the same time, while it was set to report or to require. */
  readonly observed: { readonly wouldDeny: LoginCount; readonly denied: LoginCount };
}

export const FORECAST_DAYS = 30;
