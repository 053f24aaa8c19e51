/** The trusted devices of an account; the devices context implements it. */
export abstract class AccountDevices {
  /** Forgets all of them, as if no login had ever come from them. Joins the caller's unit of work. */
  abstract discard(userId: number): Promise<void>;
}
