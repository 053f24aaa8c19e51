/** A context above this one implements it: the keys for AI clients, which stand in the place of a session. */
export abstract class CallerKeys {
  /** @throws Unauthorized when the key does not admit its person any more */
  abstract require(keyId: number): Promise<void>;
}
