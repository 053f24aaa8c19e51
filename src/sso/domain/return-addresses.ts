/** Where the browser may go with the outcome of a login; configured. */
export abstract class ReturnAddresses {
  /** The first one is the default. At least one. */
  abstract readonly allowed: readonly string[];
}
