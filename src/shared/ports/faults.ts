/** Logs unexpected errors for the operator; the caller gets a general message. */
export abstract class Faults {
  abstract report(error: unknown): void;
}
