export abstract class HashKeys {
  /** In hexadecimal digits; of an organization, and of a name in it: equal names have equal keys. */
  abstract of(organizationId: number, name: string): Promise<string>;
}
