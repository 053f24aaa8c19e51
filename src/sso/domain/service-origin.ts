/** Where this service is reached: an origin without a trailing slash. */
export abstract class ServiceOrigin {
  abstract readonly publicUrl: string;
}
