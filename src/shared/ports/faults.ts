/** Logs unexpected errors for the operator; the caller gets a general message. */
export abstract class Faults {
  /** @param what failed, as a sentence */
  abstract report(error: unknown, what: string): void;
}
