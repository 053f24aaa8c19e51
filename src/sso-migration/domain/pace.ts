/** After this many days, a person who was told and has not come through needs help. */
export const STUCK_DAYS = 7;

/** How fast people move once they were told. */
export interface Pace {
  /**
   * From the first notice until the first login through single sign-on, of those who have both; `null` while no member
   * has.
   */
  readonly medianDays: number | null;
  /** The number of members behind the median. */
  readonly firstLogins: number;
  /**
   * Members who have been in an announced or enforced wave for more than `STUCK_DAYS` days and have not come through.
   */
  readonly stuck: number;
}
