import type { Diagram, DiagramColumn, DiagramLink, DiagramTable } from './diagram.js';
import { plainText } from './plain-text.js';

const LONGEST = 80;

/** Characters with a meaning to Mermaid's lexer, to its directives and entity codes, or to HTML, and what stands for them. */
const HARMLESS: Readonly<Record<string, string>> = {
  '"': '”',
  '`': '‘',
  '%': '％',
  '\\': '＼',
  '<': '‹',
  '>': '›',
  '#': '＃',
  ';': '；',
  '&': '＆',
  '~': '∼',
  '{': '｛',
  '}': '｝',
};

/**
 * The text of an `erDiagram`. Tables are called by their number, and by their name only within quotes; so no name, even if it
 * holds, can be anything but a label.
 */
export function mermaidOf({ tables, links }: Diagram): string {
  return ['erDiagram', ...tables.flatMap(tableLines), ...links.map(linkLine), ''].join('\n');
}

function tableLines(table: DiagramTable, at: number): string[] {
  const more = table.hiddenColumns > 0 ? [`    _ and_more "${table.hiddenColumns} more columns"`] : [];
  const head = `  t${at + 1}["${label(table.title)}"]`;
  if (table.columns.length === 0) return [head];
  return [`${head} {`, ...table.columns.map(columnLine), ...more, '  }'];
}

function columnLine(column: DiagramColumn): string {
  const marks = [
    ...(column.isPrimary ? ['PK'] : []),
    ...(column.isForeign ? ['FK'] : []),
    ...(column.isUnique && !column.isPrimary ? ['UK'] : []),
  ];
  const name = word(column.name);
  // A key of the language would be read as a mark, and a name that had to change is given in full beside it.
  const remark = name === column.name ? '' : ` "${label(column.name)}"`;
  return `    ${word(column.type)} ${name}${marks.length > 0 ? ` ${marks.join(', ')}` : ''}${remark}`;
}

function linkLine({ from, to, name, isOptional, isUnique }: DiagramLink): string {
  const one = isOptional ? '|o' : '||';
  return `  t${to + 1} ${one}--${isUnique ? 'o|' : 'o{'} t${from + 1} : "${label(name)}"`;
}

function label(text: string): string {
  const safe = plainText(text, LONGEST).replaceAll(/["`%\\<>#;&~{}]/g, (character) => HARMLESS[character] ?? '_');
  // "direction LR" anywhere in a line is a command, quotes or not.
  const still = safe.replaceAll(/direction\s/giu, (found) => `${found.trimEnd()}_`);
  return still === '' ? '_' : still;
}

function word(text: string): string {
  const safe = plainText(text, LONGEST)
    .replaceAll(/[^\p{L}\p{N}_()[\]-]/gu, '_')
    .replaceAll(/[^A-Za-z0-9_()[\]\-\u00C0-\uFFFF]|[\ud800-\udfff]/g, '_');
  const begun = /^[A-Za-z_\u00C0-\uFFFF]/.test(safe) ? safe : `_${safe}`;
  return /^(pk|fk|uk)\b/i.test(begun) ? `_${begun}` : begun;
}
