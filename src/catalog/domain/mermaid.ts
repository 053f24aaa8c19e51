import type { Diagram, DiagramColumn, DiagramLink, DiagramTable } from './diagram.js';
import { plainText } from '../../shared/plain-text.js';

const LONGEST = 80;

/** Characters that mean something to Mermaid's lexer, directives or entity codes, or to HTML, and their replacements. */
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
 * The text of an `erDiagram`. It refers to tables by number, and writes their names only within quotes. So every name is
 * only a label, whatever it contains.
 */
export function mermaidOf({ tables, links, leftOut }: Diagram): string {
  const rest = leftOut === 0 ? [] : [`%% ${leftOut} more tables that foreign keys connect are not drawn.`];
  return ['erDiagram', ...rest, ...tables.flatMap(tableLines), ...links.map(linkLine), ''].join('\n');
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
  // Mermaid would read a name such as PK as the mark of a key. If a name had to change, the comment gives it in full.
  const remark = name === column.name ? '' : ` "${label(column.name)}"`;
  return `    ${word(column.type)} ${name}${marks.length > 0 ? ` ${marks.join(', ')}` : ''}${remark}`;
}

function linkLine({ from, to, name, pairs, isOptional, isUnique }: DiagramLink): string {
  // Lines of Mermaid join tables, not columns.
  const all = pairs.map((pair) => `${pair.from} → ${pair.to}`).join(', ');
  const text = pairs.length > 1 ? label(`${plainText(name, LONGEST)} (${all})`, LONGEST * 4) : label(name);
  const one = isOptional ? '|o' : '||';
  return `  t${to + 1} ${one}--${isUnique ? 'o|' : 'o{'} t${from + 1} : "${text}"`;
}

function label(text: string, most = LONGEST): string {
  const safe = plainText(text, most).replaceAll(/["`%\\<>#;&~{}]/g, (character) => HARMLESS[character] ?? '_');
  // "direction LR" is a command anywhere in a line, even within quotes.
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
