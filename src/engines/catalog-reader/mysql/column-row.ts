import type { Column } from '../relation.js';
import { LONGEST } from './catalog-statements.js';
import type { Row } from './mysql-session.js';

const MOST_LABELS = 1_000;
const NUMERIC = /^(tinyint|smallint|mediumint|int|bigint|decimal|float|double|bit|year)$/;

/** From `column_name` on, as `CatalogStatements.columns` selects it. */
export function columnFrom(row: Row, mariaDb: boolean, usualCollation: string | null = null): Column {
  const [name, , defaultText, isNullable, dataType, type, extraText, privileges, comment, computedBy] = row;
  const collation = row[10] ?? null;
  const extra = (extraText ?? '').toLowerCase();
  const computed = generation(extra);
  const ownDefault = mariaDb
    ? expressionOfMariaDb(defaultText ?? null)
    : expressionOfMySql(defaultText ?? null, (dataType ?? '').toLowerCase(), extra);
  return {
    name: name ?? '',
    type: type ?? '',
    nullable: isNullable === 'YES',
    default: computed === null ? ownDefault : computedBy || null,
    generated: computed,
    identity: extra.includes('auto_increment') ? 'by_default' : null,
    comment: comment === '' ? null : (comment ?? null),
    readable: (privileges ?? '').split(',').includes('select'),
    ...(/^(enum|set)$/i.test(dataType ?? '') ? labelsOf(type ?? '') : { values: null, valuesCut: false }),
    // A column of a view has the collation of what it shows.
    collation: usualCollation === null || collation === usualCollation ? null : collation,
    options: [...(extraText ?? '').matchAll(UNUSUAL)].map(([option]) => option),
  };
}

const UNUSUAL = /\b(?:INVISIBLE|WITHOUT SYSTEM VERSIONING|on update \w+(?:\(\d*\))?)/gi;

/** The labels of `enum('a','it''s')`, without the escapes of the catalog. */
function labelsOf(type: string): Pick<Column, 'values' | 'valuesCut'> {
  const labels: string[] = [];
  for (const [, label = ''] of type.matchAll(/'((?:[^'\\]|''|\\[^])*)'/g)) {
    if (labels.length === MOST_LABELS) return { values: labels, valuesCut: true };
    labels.push(label.replaceAll(/''|\\([^])/g, unescaped));
  }
  // The server has cut the type itself where it was very long.
  return { values: labels, valuesCut: type.length === LONGEST && type.endsWith('...') };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0', b: '\b', Z: '\x1a' };

function unescaped(_: string, escaped: string | undefined): string {
  return escaped === undefined ? "'" : (ESCAPES[escaped] ?? escaped);
}

function generation(extra: string): Column['generated'] {
  if (extra.includes('virtual generated')) return 'virtual';
  // MariaDB before 10.2 says "persistent".
  return extra.includes('stored generated') || extra.includes('persistent') ? 'stored' : null;
}

/** MariaDB writes an expression; for a column that may be null and has no default it is NULL. */
function expressionOfMariaDb(text: string | null): string | null {
  return text === null || text.toUpperCase() === 'NULL' ? null : text;
}

/** MySQL writes a literal without its quotes, and marks expressions. */
function expressionOfMySql(text: string | null, dataType: string, extra: string): string | null {
  if (text === null || extra.includes('default_generated') || /^current_timestamp\b/i.test(text)) return text;
  return NUMERIC.test(dataType) || /^[bx]'/i.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}
