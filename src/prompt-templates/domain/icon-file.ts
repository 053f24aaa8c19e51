import type { TemplateIcon } from './prompt-template.js';
import { DomainError, UnsupportedMediaType } from '../../shared/domain-error.js';

export class LinkExpired extends DomainError {
  constructor() {
    super('gone', 'GONE', 'The link has expired. Read the template again for a new one.');
  }
}

export class NoIcon extends UnsupportedMediaType {
  constructor() {
    super('Send a PNG, WebP or plain SVG picture, 4096 pixels a side at most. An SVG must not run anything or refer to other files.');
  }
}

export type IconType = TemplateIcon['type'];

export interface IconFile {
  readonly type: IconType;
  readonly bytes: Uint8Array;
}

export const LARGEST_ICON = 262_144;
const LARGEST_SIDE = 4_096;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Markup that draws nothing, but runs, loads or expands something. Names of elements may have a prefix. */
const ACTIVE_SVG =
  /<!doctype|<!entity|<\?(?!xml\s)|<(?:[^\s<>/:]+:)?(?:script|foreignobject|iframe)|\son\w+\s*=|javascript:|@import|1999\/xhtml/i;
const OTHER_ENCODING = /^\ufeff?\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i;
const SVG_START = /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]{0,4096}?-->\s*)?<svg[\s>/]/;

/** Says what the bytes are, without trusting the type that the sender names. @returns `null` for anything but a sound PNG, WebP or SVG */
export function iconTypeOf(bytes: Uint8Array): IconType | null {
  if (PNG.every((byte, index) => bytes[index] === byte)) return isPng(bytes) ? 'image/png' : null;
  if (textAt(bytes, 0, 4) === 'RIFF') return isWebp(bytes) ? 'image/webp' : null;
  return isSvg(bytes) ? 'image/svg+xml' : null;
}

function isPng(bytes: Uint8Array): boolean {
  const isHeader = numberAt(bytes, 8) === 13 && textAt(bytes, 12, 4) === 'IHDR';
  const sides = [numberAt(bytes, 16), numberAt(bytes, 20)];
  const isWhole = textAt(bytes, bytes.length - 8, 4) === 'IEND';
  return isHeader && isWhole && sides.every((side) => side >= 1 && side <= LARGEST_SIDE);
}

function isWebp(bytes: Uint8Array): boolean {
  const size = bytes.length >= 20 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) : 0;
  return size === bytes.length - 8 && /^WEBPVP8[ LX]$/.test(textAt(bytes, 8, 8));
}

function isSvg(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const isWhole = SVG_START.test(text) && /<\/svg>\s*$|\/>\s*$/.test(text) && !text.includes('\0');
    return isWhole && !OTHER_ENCODING.test(text) && !ACTIVE_SVG.test(resolved(text)) && !refersOutside(text);
  } catch {
    return false;
  }
}

const INSIDE = /^\s*(?:#|data:image\/(?:png|jpeg|gif|webp);base64,)/i;
/** Searched at every place, because what looks like an attribute may be inside the value of another. The beginning of an address is enough. */
const LINK = /(?=(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'))/gi;
const OF_STYLES = /(?=url\(\s*["']?([^)]{0,40}))/gi;
/** Other ways to a file: another base, an animated link, further functions of styles, and escapes of styles, which can hide names. */
const DETOURS = /xml:base|attributename\s*=[\s"']*[\w.-]*:?(?:href|style)|\b(?:image-set|image|src|cross-fade)\s*\(|\\/i;
/** A style element that holds more than a text or a CDATA section. Its texts are read as one, so a name could be split over two of them. */
const MIXED_STYLE =
  /<(?:[^\s<>/:]+:)?style(?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*>(?!\s*<!\[CDATA\[(?:[^<\]]|\](?!\]>))*\]\]>\s*<\/|[^<]*<\/)/i;

/**
 * Whether anything in a picture may lead to another file, which would tell its author who looks at it. XML without a document type
 * cannot hide names, so the text shows every attribute; values are read with their character references resolved. The picture comes
 * from any person who may change a template, so each pattern here takes time in proportion to the length of the text at most.
 */
function refersOutside(text: string): boolean {
  const plain = resolved(text);
  const links = [...text.matchAll(LINK)].map(([, one, other]) => resolved(one ?? other ?? ''));
  const addresses = [...plain.matchAll(OF_STYLES)].map(([, address]) => address ?? '');
  const isHidden = DETOURS.test(plain) || MIXED_STYLE.test(text);
  return isHidden || [...links, ...addresses].some((target) => !INSIDE.test(target));
}

function resolved(text: string): string {
  return text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex: string | undefined, decimal: string | undefined) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

function numberAt(bytes: Uint8Array, at: number): number {
  return bytes.length >= at + 4 ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(at) : 0;
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(Math.max(at, 0), at + length));
}
