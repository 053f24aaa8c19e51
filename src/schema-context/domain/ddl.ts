import {
  type ContextFormat,
  fieldsText,
  LONGEST_COMMENT,
  LONGEST_VALUE,
  MASKED,
  MOST_VALUES,
  proofOf,
  type TableText,
  targetsOf,
} from './context-format.js';
import type { Engine } from '../../engines/catalog-reader/engine.js';
import { plainText } from '../../shared/plain-text.js';
import { hasOption, PERIOD, WITHOUT_OVERLAPS } from '../../engines/catalog-reader/option.js';
import type { Column, ForeignKey, Key, Relation, RelationKind } from '../../engines/catalog-reader/relation.js';
import { commentLine, commentText, LONGEST_WHOLE_TYPE, literal, quoted, shortTypeText, typeText } from './sql-text.js';

const KINDS: Readonly<Record<RelationKind, string>> = {
  table: 'TABLE',
  partitioned_table: 'TABLE',
  foreign_table: 'FOREIGN TABLE',
  view: 'VIEW',
  materialized_view: 'MATERIALIZED VIEW',
};

/** CREATE TABLE statements, because models have read many of them. Keys are inside, comments and labels are behind the columns. */
export const DDL: ContextFormat = {
  head: ({ name, engine }, notice) => `-- ${notice}\n-- ${engine}: ${commentText(plainText(name, 40), 40)}\n`,
  linksHead: '',
  remark: '-- ',
  name: (schema, name, engine) => `${quoted(schema, engine)}.${quoted(name, engine)}`,
  table: (relation, engine, leftOut, isDense): TableText => {
    const { columns, comment } = relation;
    const beside = isDense ? keysBeside(relation, engine) : new Map<string, string>();
    const isOwnLine = ({ columns: [first, more] }: Key): boolean => !isDense || first === undefined || more !== undefined;
    const { primaryKey } = relation;
    const apart = primaryKey !== null && hasOption(primaryKey, WITHOUT_OVERLAPS) ? ` ${WITHOUT_OVERLAPS}` : '';
    const primaryKeys = primaryKey === null ? [] : [primaryKey].filter(isOwnLine);
    const items = [
      ...columns.map((column) => {
        const line = isDense ? denseLine(column, engine) : columnLine(column, engine);
        return { line: `${line}${beside.get(column.name) ?? ''}`, remark: remarkOn(column, engine, isDense) };
      }),
      ...primaryKeys.map((key) => ({ line: `PRIMARY KEY ${list(key.columns, engine, { after: apart })}`, remark: '' })),
      ...relation.foreignKeys.filter(isOwnLine).map((key) => ({ line: foreignKeyLine(key, engine), remark: '' })),
    ];
    const lines = items.map(({ line, remark }, at) => {
      const comma = at === items.length - 1 ? '' : ',';
      return `  ${line}${comma}${remark === '' ? '' : ` -- ${remark}`}\n`;
    });
    const said = comment === null ? '' : commentText(comment, LONGEST_COMMENT.relation);
    const head = `CREATE ${KINDS[relation.kind]} ${DDL.name(relation.schema, relation.name, engine)} (`;
    const more = leftOut === 0 ? '' : `  -- and ${leftOut} more columns\n`;
    return { text: `${head}${said === '' ? '' : ` -- ${said}`}\n${lines.join('')}${more});\n`, links: [] };
  },
  short: (relation, engine, leftOut) => {
    const own = new Set(relation.primaryKey?.columns);
    const places = targetsOf(relation, ({ schema, relation: name }) =>
      schema === relation.schema ? quoted(name, engine) : DDL.name(schema, name, engine),
    );
    const items = relation.columns.map(({ name }) => {
      const place = places.get(name);
      const key = own.has(name) ? ' key' : '';
      return `${quoted(name, engine)}${key}${place === undefined ? '' : ` -> ${place}`}`;
    });
    const all = leftOut === 0 ? items : [...items, `${leftOut} more`];
    return commentLine('--', `${DDL.name(relation.schema, relation.name, engine)} (${all.join(', ')})`);
  },
};

/** Keys of one column each, as they stand behind it. */
function keysBeside({ schema, primaryKey, foreignKeys }: Relation, engine: Engine): ReadonlyMap<string, string> {
  const beside = new Map<string, string>();
  const add = ([name, more]: readonly (string | undefined)[], text: string): void => {
    if (name !== undefined && more === undefined) beside.set(name, `${beside.get(name) ?? ''} ${text}`);
  };
  add(primaryKey?.columns ?? [], 'PRIMARY KEY');
  for (const key of foreignKeys) {
    const { columns, target } = key;
    const name = target.schema === schema ? quoted(target.relation, engine) : DDL.name(target.schema, target.relation, engine);
    add(columns, `REFERENCES ${name} ${list(target.columns, engine)}${proofOf(key)}`);
  }
  return beside;
}

function denseLine({ name, type }: Column, engine: Engine): string {
  return `${quoted(name, engine)} ${shortTypeText(type)}`;
}

function columnLine({ name, type, nullable }: Column, engine: Engine): string {
  return `${quoted(name, engine)} ${typeText(type, LONGEST_WHOLE_TYPE)}${nullable ? '' : ' NOT NULL'}`;
}

function remarkOn({ comment, masked, tags = [], values, samples = [], fields }: Column, engine: Engine, isDense: boolean): string {
  const said = comment === null ? '' : commentText(comment, LONGEST_COMMENT.column);
  const tagged = tags.length === 0 ? '' : `tagged ${commentText(tags.join(', '), LONGEST_COMMENT.column)}`;
  const within = fields === undefined ? '' : `fields: ${fieldsText(fields, isDense, (name) => quoted(name, engine))}`;
  return [said, within, masked === undefined ? '' : MASKED[masked], tagged, valuesIn(values ?? [], samples)]
    .filter((part) => part !== '')
    .join('; ');
}

function valuesIn(labels: readonly string[], samples: readonly string[]): string {
  const list = (some: readonly string[]): string => some.map((value) => literal(value, LONGEST_VALUE)).join(', ');
  if (labels.length === 0) return samples.length === 0 ? '' : `sample values: ${list(samples)}`;
  const more = labels.length > MOST_VALUES ? ` and ${labels.length - MOST_VALUES} more` : '';
  return `one of ${list(labels.slice(0, MOST_VALUES))}${more}`;
}

function foreignKeyLine(key: ForeignKey, engine: Engine): string {
  const place = DDL.name(key.target.schema, key.target.relation, engine);
  const of = (columns: readonly string[]): string => list(columns, engine, { before: hasOption(key, PERIOD) ? `${PERIOD} ` : '' });
  return `FOREIGN KEY ${of(key.columns)} REFERENCES ${place} ${of(key.target.columns)}${proofOf(key)}`;
}

/** @param last what stands at the last column */
function list(columns: readonly string[], engine: Engine, { before = '', after = '' } = {}): string {
  const names = columns.map((name) => quoted(name, engine));
  const last = names.pop();
  return `(${[...names, ...(last === undefined ? [] : [`${before}${last}${after}`])].join(', ')})`;
}
