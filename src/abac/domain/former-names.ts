import { type QualifiedName, keyOf } from '../../shared/qualified-name.js';

/** A name that policies or tags know, and one that it had before. Without columns it is about the relation. */
export interface FormerName {
  readonly schema: string;
  readonly relation: string;
  readonly column: string | null;
  readonly wasSchema: string;
  readonly wasRelation: string;
  readonly wasColumn: string | null;
  /** The engine has numbered them. If not, the relation appeared when the other one had disappeared, and may be a different one. */
  readonly isCertain: boolean;
}

/** May be any named relation that is missing. */
export function presumedToBeAny({ schema, name }: QualifiedName): FormerName {
  const unknown = { wasSchema: '', wasRelation: '', wasColumn: null };
  return { schema, relation: name, column: null, ...unknown, isCertain: false };
}

export function mayBeAny({ wasRelation, isCertain }: FormerName): boolean {
  return !isCertain && wasRelation === '';
}

export interface HiddenNames extends QualifiedName {
  /** `null`: the relation as a whole. */
  readonly columns: readonly string[] | null;
  /** Columns whose values are masked. */
  readonly masked: readonly string[];
  readonly filtersRows: boolean;
}

/** The relation is hidden as a whole. */
export const HIDDEN_WHOLE = { columns: null, masked: [], filtersRows: false } as const;

/** All names under which texts may know what is hidden: those that it has, and those that it had. */
export function withFormerNames(hidden: readonly HiddenNames[], former: readonly FormerName[]): readonly HiddenNames[] {
  const renames = new Map<string, FormerName[]>();
  for (const one of former) if (one.isCertain) add(renames, keyOf({ schema: one.schema, name: one.relation }), one);
  return hidden.flatMap((one) => namesOf(one, renames));
}

function namesOf(hidden: HiddenNames, renames: ReadonlyMap<string, readonly FormerName[]>): readonly HiddenNames[] {
  const own = keyOf(hidden);
  if (!renames.has(own)) return [hidden];
  const places = new Map([[own, { schema: hidden.schema, name: hidden.name }]]);
  const before = new Map<string, string[]>();
  // Both loops go on over what is added while they run.
  for (const [key] of places)
    for (const { column, wasSchema, wasRelation, wasColumn } of renames.get(key) ?? []) {
      const was = { schema: wasSchema, name: wasRelation };
      if (column === null) places.set(keyOf(was), was);
      else if (wasColumn !== null) add(before, column, wasColumn);
    }
  const withPast = (columns: readonly string[]): readonly string[] => {
    const all = new Set(columns);
    for (const column of all) for (const was of before.get(column) ?? []) all.add(was);
    return [...all];
  };
  const columns = hidden.columns && withPast(hidden.columns);
  const masked = withPast(hidden.masked);
  return [...places.values()].map((place) => ({ ...hidden, ...place, columns, masked }));
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
