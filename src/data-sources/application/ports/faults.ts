/** Takes note of errors that nobody expected, for the operator; whoever asked hears something general. */
export abstract class Faults {
  abstract report(error: unknown): void;
}
