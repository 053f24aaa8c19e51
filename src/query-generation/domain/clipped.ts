import { singleLine } from '../../shared/single-line.js';

/** Foreign text on one line and of limited length; a clipped text ends in an ellipsis. */
export function clipped(text: string, longest: number): string {
  const line = singleLine(wellFormed(text.slice(0, longest * 4)));
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Halves of surrogate pairs, which UTF-8 does not know, become U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
