import type { QualifiedName } from '../../shared/qualified-name.js';

/** Facts about a source that the guard needs to read its statements. */
export interface KnownSource {
  readonly serverVersion: string;
  readonly searchPath: readonly string[];
  /** Enumerations that may be cast to, because the cast calls no user function. */
  readonly enums: readonly { readonly schema: string; readonly name: string }[];
  /** Names of fields that are not also functions of the engine. */
  readonly fields: readonly string[];
  readonly extensions: readonly KnownExtension[];
  /** Names of relations are the same in any case of letters; `lower`: they are all kept in small letters. Missing: to the letter. */
  readonly nameCase?: 'lower' | 'any';
  /** Tables that inherit from others, one entry for each parent at least; missing if nobody has looked. */
  readonly heirs?: readonly (QualifiedName & { readonly parents: readonly QualifiedName[] })[];
}

export interface KnownExtension {
  readonly name: string;
  readonly schema: string;
  readonly functions: readonly string[];
  readonly operators: readonly string[];
  readonly types: readonly string[];
  /** Names that only columns of one of its types have. */
  readonly columns: readonly string[];
}

export const UNKNOWN_SOURCE: KnownSource = { serverVersion: '', searchPath: [], enums: [], fields: [], extensions: [] };

/** A relation as it was discovered. */
export interface KnownTable {
  /** `main` without it. */
  readonly schema?: string;
  readonly name: string;
  readonly columns: readonly string[];
  /**
   * Types of these columns, as they were discovered. Without them the statement is judged all the same, but types of results are unknown.
   */
  readonly types?: readonly string[];
  /** Nothing known of it says otherwise. */
  readonly mayBeFullText: boolean;
}
