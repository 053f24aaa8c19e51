/**
 * Each device token has one successor, which only the service can tell: two tabs that race get the same new token, and
 * still nothing but hashes is stored.
 */
export abstract class DeviceTokenSuccession {
  abstract successorOf(token: string): Promise<{ token: string; hash: Uint8Array }>;
}
