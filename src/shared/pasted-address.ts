/** What pages and mail programs put into a text without being seen: spaces and marks without width. Joiners belong to words. */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
const NAMED = /^([^<>@]*)<([^<>]*)>$/u;
const MAILTO = /^mailto:([^?]*)(?:\?.*)?$/iu;

/**
 * An address as a mail program hands it to the clipboard, without what stands around it: `Ines <ines@delta.example>`,
 * `mailto:ines@delta.example`, `ines@delta.example;`. Only for fields in which people type or paste. It chooses none of
 * several addresses. A text without `@`, such as a username, loses only invisible characters: our mails put them into
 * names, so that mail programs make no links of them.
 */
export function pastedAddress(text: string): string {
  const seen = text.replaceAll(UNSEEN, '');
  if (!seen.includes('@')) return seen;
  const alone = seen.trim().replace(/[;,]$/, '').trim();
  const [, , inBrackets] = NAMED.exec(alone) ?? [];
  const address = (inBrackets ?? alone).trim();
  return (MAILTO.exec(address)?.[1] ?? address).trim();
}
