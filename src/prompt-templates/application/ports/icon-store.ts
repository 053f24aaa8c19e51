import type { IconFile } from '../../domain/icon-file.js';

/** Keeps uploaded icons under keys that are given once and never again. */
export abstract class IconStore {
  /** All or nothing. @throws Unavailable */
  abstract put(key: string, file: IconFile): Promise<void>;
  /** @returns `null` when nothing is there @throws Unavailable */
  abstract get(key: string): Promise<Uint8Array | null>;
  /** Also when nothing is there. @throws Unavailable */
  abstract remove(key: string): Promise<void>;
  /** An absolute URL that shows the icon to whoever has it, until `expires`. */
  abstract linkTo(key: string, expires: Date): Promise<string>;
}
