/** Devices that were trusted for an account; the devices context carries it out. */
export abstract class AccountDevices {
  /** Forgets all of them, as if nobody had ever logged in on them. Joins the caller's unit of work. */
  abstract discard(userId: number): Promise<void>;
}
