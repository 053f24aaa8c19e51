import { abridged } from '../../engines/catalog-reader/readable-part.js';
import { hasOption, isUnproven, PERIOD } from '../../engines/catalog-reader/option.js';
import type { ForeignKey, Relation, RelationKind } from '../../engines/catalog-reader/relation.js';

const MOST_ROWS = 20;

export interface DiagramColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly isPrimary: boolean;
  readonly isForeign: boolean;
  readonly isUnique: boolean;
}

export interface DiagramTable {
  readonly title: string;
  readonly kind: RelationKind;
  readonly comment: string | null;
  readonly columns: readonly DiagramColumn[];
  /** How many columns are not drawn. */
  readonly hiddenColumns: number;
}

/** From the table with the foreign key to its target. Tables are indexes of the list. */
export interface DiagramLink {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** The columns of the key, each with the one that it points to. */
  readonly pairs: readonly { readonly from: string; readonly to: string }[];
  readonly isOptional: boolean;
  /** Whether at most one row points to each row of the target. */
  readonly isUnique: boolean;
}

export interface Diagram {
  readonly tables: readonly DiagramTable[];
  readonly links: readonly DiagramLink[];
  /** Tables that belong to it and have no place. */
  readonly leftOut: number;
}

/** The diagram of some relations, with the links between them only. */
export function diagramOf(relations: readonly Relation[], leftOut: number): Diagram {
  const places = new Map(relations.map(({ schema, name }, at) => [JSON.stringify([schema, name]), at]));
  const isOneSchema = new Set(relations.map(({ schema }) => schema)).size === 1;
  const tables = relations.map((relation) => tableOf(relation, isOneSchema));
  const links = relations.flatMap((relation, from) =>
    relation.foreignKeys.flatMap((key): DiagramLink[] => {
      const to = places.get(JSON.stringify([key.target.schema, key.target.relation]));
      if (to === undefined) return [];
      const pairs = key.columns.map((column, at) => ({ from: column, to: key.target.columns[at] ?? '' }));
      const isOptional = isUnproven(key) || relation.columns.some(({ name, nullable }) => nullable && key.columns.includes(name));
      return [{ from, to, name: key.name, pairs, isOptional, isUnique: isUnique(relation, referringColumns(key)) }];
    }),
  );
  return { tables, links, leftOut };
}

function tableOf(relation: Relation, isOneSchema: boolean): DiagramTable {
  const { schema, name, kind, comment, columns, primaryKey, foreignKeys } = relation;
  const shown = columns.length > MOST_ROWS ? abridged(relation, () => 0, MOST_ROWS).columns : columns;
  return {
    title: isOneSchema ? name : `${schema}.${name}`,
    kind,
    comment,
    columns: shown.map(({ name: column, type, nullable }) => ({
      name: column,
      type,
      nullable,
      isPrimary: primaryKey?.columns.includes(column) === true,
      isForeign: foreignKeys.some((key) => key.columns.includes(column)),
      isUnique: isUnique(relation, [column]),
    })),
    hiddenColumns: columns.length - shown.length,
  };
}

/** Those that are equal on both sides. Several periods may lie within one. */
function referringColumns(key: ForeignKey): readonly string[] {
  return hasOption(key, PERIOD) ? key.columns.slice(0, -1) : key.columns;
}

function isUnique({ primaryKey, uniqueKeys }: Relation, columns: readonly string[]): boolean {
  const keys = primaryKey === null ? uniqueKeys : [primaryKey, ...uniqueKeys];
  return keys.some((key) => key.columns.every((name) => columns.includes(name)));
}
