/** As the service reads a template: `\{{` is a pair of braces, and `\\{{` a backslash before a gap. */
const TOKEN = /\\\\(?=\{\{)|\\\{\{|\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g;

type Part = string | { readonly name: string };

/** Texts and gaps in their order. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const token of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, token.index), token[1] === undefined ? token[0].slice(1) : { name: token[1] });
    end = token.index + token[0].length;
  }
  return [...parts, text.slice(end)];
}

/** Each name once, in the order of the text. */
export function namesIn(text: string): readonly string[] {
  return [...new Set(partsOf(text).flatMap((part) => (typeof part === 'string' ? [] : [part.name])))];
}
