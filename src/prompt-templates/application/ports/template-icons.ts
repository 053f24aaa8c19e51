import type { PromptTemplate } from '../../domain/prompt-template.js';
import type { IconFile } from '../../domain/icon-file.js';

/** Keeps uploaded icons under keys that are never used again. */
export abstract class IconStore {
  /** Stores all bytes or nothing. @throws Unavailable */
  abstract put(key: string, file: IconFile): Promise<void>;
  /** @returns `null` when nothing is there @throws Unavailable */
  abstract get(key: string): Promise<Uint8Array | null>;
  /** Succeeds also if there is nothing under the key. @throws Unavailable */
  abstract remove(key: string): Promise<void>;
  /** An absolute URL that shows the icon to any holder, until `expires`. */
  abstract linkTo(key: string, expires: Date): Promise<string>;
}

/** Links of our own that need no token. */
export abstract class IconLinks {
  /** An absolute URL. */
  abstract linkTo(key: string, expires: Date): Promise<string>;
  /** Whether a link to this key until this time was made here. @param expires seconds since 1970 */
  abstract isGenuine(key: string, expires: number, signature: string): Promise<boolean>;
}

export interface IconUrls {
  /** This address stays the same; opening it needs an access token. */
  readonly url: string;
  /** This address needs no token, and expires. */
  readonly presignedUrl: string;
}

export abstract class TemplateIcons {
  /** Works for every template: without an uploaded icon there is a generated one. */
  abstract urlsOf(template: PromptTemplate): Promise<IconUrls>;
}
