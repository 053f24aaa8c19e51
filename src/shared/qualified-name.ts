/** The name of a relation of a data source, as the source writes it. */
export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

/** Tells relations apart, as a key of maps. */
export function keyOf({ schema, name }: QualifiedName): string {
  return placeOf(schema, name);
}

/** The same key, of the two names. */
export function placeOf(schema: string, name: string): string {
  return JSON.stringify([schema, name]);
}

export function isSame(one: QualifiedName, other: QualifiedName): boolean {
  return one.schema === other.schema && one.name === other.name;
}

export function distinct(names: readonly QualifiedName[]): QualifiedName[] {
  return [...new Map(names.map((one) => [keyOf(one), one])).values()];
}
