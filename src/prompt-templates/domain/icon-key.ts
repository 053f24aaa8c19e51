import { mintToken } from '../../shared/one-time-token.js';
import type { IconType } from './icon-file.js';

const ENDINGS = { png: 'image/png', svg: 'image/svg+xml', webp: 'image/webp' } as const satisfies Record<string, IconType>;
const STORED = /^[\w-]{43}\.(png|svg|webp)$/;
const GENERATED = /^generated-([1-9]\d{0,9})-([\w-]{1,40})\.svg$/;

/** A file name that was never used before: the content under a key never changes. */
export function newIconKey(type: IconType): string {
  const [ending] = Object.entries(ENDINGS).find(([, known]) => known === type) ?? ['bin'];
  return `${mintToken().token}.${ending}`;
}

/** @returns `null` for what is not the key of a stored file */
export function typeOfKey(key: string): IconType | null {
  const ending = STORED.exec(key)?.[1];
  return ending === undefined ? null : ENDINGS[ending as keyof typeof ENDINGS];
}

/** A key with everything that the picture is made of, so that showing it does not need the template. */
export function generatedKey(templateId: number, initials: string): string {
  return `generated-${templateId}-${Buffer.from(initials).toString('base64url')}.svg`;
}

export function readGeneratedKey(key: string): { readonly templateId: number; readonly initials: string } | null {
  const [, id, initials] = GENERATED.exec(key) ?? [];
  if (id === undefined || initials === undefined) return null;
  return { templateId: Number(id), initials: Buffer.from(initials, 'base64url').toString() };
}
