/** The `ETag` of each object that was read alone; the entry goes when the object is collected. */
export class Versions {
  private readonly known = new WeakMap<object, string>();

  /** Covers the data of an answer, and the things that it wraps by name: `data.role`. */
  remember(data: unknown, response: Response): void {
    const version = response.headers.get('ETag');
    if (version === null || !isObject(data)) return;
    for (const read of [data, ...(Object.values(data) as unknown[])]) if (isObject(read)) this.known.set(read, version);
  }

  /** @throws TypeError for a copy: what is spread into a new object is no longer what was read */
  of(read: object): string {
    const version = this.known.get(read);
    if (version === undefined) {
      throw new TypeError('No version is known of this object. Give the one that was read, or its version.');
    }
    return version;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
