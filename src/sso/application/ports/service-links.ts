/** Addresses of this service. */
export abstract class ServiceLinks {
  /** Where a login through the connection begins. */
  abstract startOf(connectionId: number): string;
}
