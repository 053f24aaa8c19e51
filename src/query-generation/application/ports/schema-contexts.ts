import type { Caller } from '../../../shared/caller.js';

interface TableName {
  readonly schema: string;
  readonly name: string;
}

export interface SchemaContext {
  readonly text: string;
  readonly tokenEstimate: number;
  readonly tablesIncluded: readonly TableName[];
  readonly tablesLeftOut: { readonly count: number; readonly names: readonly TableName[] };
}

export abstract class SchemaContexts {
  /** What a model should know of the schema to answer the question. @throws Forbidden, NotFound, SchemaNotDiscovered */
  abstract compose(caller: Caller, dataSourceId: number, question: string): Promise<SchemaContext>;
}
