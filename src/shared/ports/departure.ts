/** The end of this instance, as work sees it that takes long. */
export abstract class Departure {
  /**
   * Returns when the work has ended, however it ended, and when the instance gives it no more time at the latest. At once where the
   * instance ends without giving any.
   */
  abstract allow(work: Promise<unknown>): Promise<void>;
}
