import type { Column } from '../../../domain/relation.js';
import type { Row } from './mysql-session.js';

const MOST_LABELS = 1_000;
const NUMERIC = /^(tinyint|smallint|mediumint|int|bigint|decimal|float|double|bit|year)$/;

/** From `column_name` on, as `CatalogStatements.columns` selects it. */
export function columnFrom(row: Row, mariaDb: boolean): Column {
  const [name, , defaultText, isNullable, dataType, type, extraText, privileges, comment, computedBy] = row;
  const extra = (extraText ?? '').toLowerCase();
  const computed = generation(extra, computedBy ?? '');
  const ownDefault = mariaDb
    ? expressionOfMariaDb(defaultText ?? null)
    : expressionOfMySql(defaultText ?? null, (dataType ?? '').toLowerCase(), extra);
  return {
    name: name ?? '',
    type: type ?? '',
    nullable: isNullable === 'YES',
    default: computed === null ? ownDefault : (computedBy ?? null),
    generated: computed,
    identity: extra.includes('auto_increment') ? 'by_default' : null,
    comment: comment === '' ? null : (comment ?? null),
    readable: (privileges ?? '').split(',').includes('select'),
    values: /^(enum|set)$/i.test(dataType ?? '') ? labelsOf(type ?? '') : null,
  };
}

/** The labels of `enum('a','it''s')`: what the catalog writes escaped is given as it is. */
function labelsOf(type: string): string[] {
  const labels: string[] = [];
  for (const [, label = ''] of type.matchAll(/'((?:[^'\\]|''|\\[^])*)'/g)) {
    if (labels.length === MOST_LABELS) break;
    labels.push(label.replaceAll(/''|\\([^])/g, unescaped));
  }
  return labels;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0', b: '\b', Z: '\x1a' };

function unescaped(_: string, escaped: string | undefined): string {
  return escaped === undefined ? "'" : (ESCAPES[escaped] ?? escaped);
}

function generation(extra: string, computedBy: string): Column['generated'] {
  if (computedBy === '') return null;
  if (extra.includes('virtual generated')) return 'virtual';
  // MariaDB before 10.2 says "persistent".
  return extra.includes('stored generated') || extra.includes('persistent') ? 'stored' : null;
}

/** MariaDB writes an expression, and the one of a column that may be null and has no default is NULL. */
function expressionOfMariaDb(text: string | null): string | null {
  return text === null || text.toUpperCase() === 'NULL' ? null : text;
}

/** MySQL writes a literal without its quotes, and marks what is an expression. */
function expressionOfMySql(text: string | null, dataType: string, extra: string): string | null {
  if (text === null || extra.includes('default_generated') || /^current_timestamp\b/i.test(text)) return text;
  return NUMERIC.test(dataType) || /^[bx]'/i.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}
