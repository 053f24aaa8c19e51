export abstract class SignOnAddresses {
  /** Where a browser begins the login that is the test with this ticket. */
  abstract startOfTest(connectionId: number, ticket: string): string;
}
