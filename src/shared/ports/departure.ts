/** The end of this instance, as long work sees it. */
export abstract class Departure {
  /**
   * Returns when the work has ended, successfully or not, or at the latest when the instance gives it no more time. Returns
   * at once when the instance ends without giving any.
   */
  abstract allow(work: Promise<unknown>): Promise<void>;
}
