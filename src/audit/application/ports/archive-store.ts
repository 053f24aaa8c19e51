export abstract class ArchiveStore {
  /** The whole file or nothing; the same name again replaces it. */
  abstract put(file: string, bytes: Uint8Array): Promise<void>;
  abstract get(file: string): Promise<Uint8Array | null>;
}
