import { type QualifiedName, keyOf } from './qualified-name.js';

/** A name that policies or tags know, and one that it had before. Without columns it is about the relation. */
export interface FormerName {
  readonly schema: string;
  readonly relation: string;
  readonly column: string | null;
  readonly wasSchema: string;
  readonly wasRelation: string;
  readonly wasColumn: string | null;
  /** The engine has numbered them; if not, the relation appeared where the other one had gone, and may be another one. */
  readonly isCertain: boolean;
}

/** May be each named relation that has gone. */
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
}

/** All names under which texts may know what is hidden: those that it has, and those that it had. */
export function withFormerNames(
  { schema, name, columns }: HiddenNames,
  former: readonly FormerName[],
): readonly HiddenNames[] {
  const places = new Map([[keyOf({ schema, name }), { schema, name }]]);
  const hidden = columns === null ? null : new Set(columns);
  for (let size = -1; size !== places.size + (hidden?.size ?? 0);) {
    size = places.size + (hidden?.size ?? 0);
    for (const one of former) {
      if (!one.isCertain || !places.has(keyOf({ schema: one.schema, name: one.relation }))) continue;
      const was = { schema: one.wasSchema, name: one.wasRelation };
      if (one.column === null) places.set(keyOf(was), was);
      else if (one.wasColumn !== null && hidden?.has(one.column) === true) hidden.add(one.wasColumn);
    }
  }
  return [...places.values()].map((place) => ({ ...place, columns: hidden === null ? null : [...hidden] }));
}
