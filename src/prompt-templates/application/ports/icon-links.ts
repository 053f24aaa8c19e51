/** Links of our own that need no token. */
export abstract class IconLinks {
  /** An absolute URL. */
  abstract linkTo(key: string, expires: Date): Promise<string>;
  /** Whether a link to this key until this time was made here. @param expires seconds since 1970 */
  abstract isGenuine(key: string, expires: number, signature: string): Promise<boolean>;
}
