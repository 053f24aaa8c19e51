import type { IconFile } from './icon-file.js';

/** Degrees between the hues of neighbours. With the golden angle, icons that follow each other never look alike. */
const TURN = 137.508;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The first letters of the first two words, in capitals. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  const letters = words.slice(0, 2).map((word) => Array.from(word.toLocaleUpperCase('en'))[0] ?? '');
  return letters.join('') || '#';
}

/** Draws the same icon for the same template, on every day and machine. */
export function generatedIcon(templateId: number, initials: string): IconFile {
  const hue = Math.round((templateId * TURN) % 360);
  const text = initials.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">' +
    `<rect width="64" height="64" rx="12" fill="hsl(${hue},45%,42%)"/>` +
    '<text x="32" y="33" fill="#fff" font-family="sans-serif" font-size="26" font-weight="600" ' +
    `text-anchor="middle" dominant-baseline="central">${text}</text></svg>`;
  return { type: 'image/svg+xml', bytes: new TextEncoder().encode(svg) };
}
