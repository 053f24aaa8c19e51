import type { Group } from './group.js';

/** How many times members logged in, and how many of them did. */
export interface LoginCount {
  readonly logins: number;
  readonly people: number;
}

/** What logins of the past would have met if single sign-on had been required of everybody, and the rules had been as they are now. */
export interface Forecast {
  readonly from: Date;
  readonly to: Date;
  readonly all: LoginCount;
  /** In another way than through an active connection of the organization, by people who are not exempt. */
  readonly denied: LoginCount;
  /** Of the denied, by people who would have had no way in at all; the others would have been sent to a connection. */
  readonly lockedOut: LoginCount;
  readonly byGroup: readonly (LoginCount & { readonly group: Group; readonly lockedOut: number })[];
  /** Of the denied. */
  readonly byDay: readonly (LoginCount & { readonly day: string })[];
  /** What the guard itself noted in the same time, where it was set to report or to require. */
  readonly observed: { readonly wouldDeny: LoginCount; readonly denied: LoginCount };
}

export const FORECAST_DAYS = 30;
