/** After so many days somebody who was told, and has not come through, needs a hand. */
export const STUCK_DAYS = 7;

/** How fast people move once they were told. */
export interface Pace {
  /** From the first notice until the first login through single sign-on, of those who have both; `null` while nobody has. */
  readonly medianDays: number | null;
  /** Of how many. */
  readonly firstLogins: number;
  /** In a wave that was announced or is enforced, for more than `STUCK_DAYS` days, and not through. */
  readonly stuck: number;
}
