/** What a server says about itself in addition to its schemas. The guards use it. The discovery of a single schema renews all of it. */
export interface SourceFacts {
  readonly serverVersion: string;
  /** The schemas in which the role that connects looks up a name without a schema, in that order. */
  readonly searchPath: readonly string[];
  /** Enumerations whose casts call no function that a user has defined. */
  readonly enums: readonly TypeName[];
  /** Names of columns and of fields of composite types, except those that are also names of functions of the engine. */
  readonly fields: readonly string[];
  readonly extensions: readonly Extension[];
  /**
   * How the server compares names of schemas and relations: it keeps all of them in small letters (`lower`), or as they were written, and
   * means the same by any case (`any`). Without it, names differ if a letter does.
   */
  readonly nameCase?: 'lower' | 'any';
  /** Tables that inherit from others, which are read with them; partitions do not count. Missing where nobody has looked. */
  readonly heirs?: readonly (TypeName & { readonly parents: readonly TypeName[] })[];
}

interface TypeName {
  readonly schema: string;
  readonly name: string;
}

/** Only the extension's own functions. A name is left out if a user's function in the same schema has it too. */
interface Extension {
  readonly name: string;
  readonly schema: string;
  readonly functions: readonly string[];
  readonly operators: readonly string[];
  readonly types: readonly string[];
  /** Names of columns that have a type of the extension in every relation. */
  readonly columns: readonly string[];
}

export const NO_FACTS: Omit<SourceFacts, 'serverVersion'> = { searchPath: [], enums: [], fields: [], extensions: [] };
