/** Where the browser may go with the outcome of a login; configured. */
export abstract class ReturnAddresses {
  /** The first one is where it goes when nobody says where. At least one. */
  abstract readonly allowed: readonly string[];
}
