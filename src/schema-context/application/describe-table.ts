import { Injectable } from '@nestjs/common';
import { FindRelations } from '../../catalog/application/find-relations.js';
import { OpenSchema } from '../../catalog/application/open-schema.js';
import { SeeSchema } from '../../catalog/application/see-schema.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { DomainError } from '../../shared/domain-error.js';
import { ContextText } from '../domain/context-text.js';
import { DDL } from '../domain/ddl.js';
import { asTold } from '../domain/told-types.js';
import { AnnotateSchema } from './annotate-schema.js';
import { ReadableRelations } from './readable-relations.js';

const MOST_CONNECTED = 50;

interface DescribedTable {
  readonly schema: string;
  readonly name: string;
  /** As a CREATE TABLE statement. */
  readonly text: string;
  /** Whether all of its columns had room. */
  readonly isWhole: boolean;
  /** By foreign keys in either direction: fifty at most, by schema and name. */
  readonly connected: readonly { readonly schema: string; readonly name: string }[];
}

class TableNotFound extends DomainError {
  constructor() {
    super('not_found', 'NOT_FOUND', 'There is no table of this name that you may read. Search for a part of its name.');
  }
}

/** One table in full, however many others there are. */
@Injectable()
export class DescribeTable {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly openSchema: OpenSchema,
    private readonly findRelations: FindRelations,
    private readonly readable: ReadableRelations,
    private readonly seeSchema: SeeSchema,
    private readonly annotate: AnnotateSchema,
  ) {}

  /**
   * Contains nothing that the connected role may not read, and nothing that policies hide from the caller.
   * @param input `schemaName`: `null` for the first schema that has such a table
   * @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound, TableNotFound
   */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    schemaName: string | null;
    table: string;
    maxTokens: number;
  }): Promise<DescribedTable> {
    const { caller, dataSourceId, schemaName, table, maxTokens } = input;
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const { snapshot } = await this.openSchema.execute(dataSourceId, schemaName);
    // Foreign keys lead into other schemas.
    const scope = { dataSourceId, contentIds: snapshot.schemas.map(({ contentId }) => contentId) };
    const request = { page: 1, limit: MOST_CONNECTED + 1 };
    const found = await this.findRelations.execute({ caller, source, scope }, { schema: schemaName, name: table }, request);
    const [first, ...others] = found.items;
    if (first?.name !== table || !first.readable) throw new TableNotFound();
    // What is connected with its twins in other schemas is not connected with it.
    if (schemaName === null && others.some(({ name }) => name === table)) return this.execute({ ...input, schemaName: first.schema });
    const annotations = await this.annotate.execute(caller, source, await this.seeSchema.execute(caller, source));
    const context = new ContextText(DDL, source, maxTokens, [], annotations.hasSamples);
    const [part = first] = await this.readable.partsOf(scope, [first]);
    const told = asTold(annotations.on(part));
    const isWhole = context.addWhole(told);
    if (!isWhole) context.add(told);
    return {
      schema: first.schema,
      name: first.name,
      text: context.finish([], 0),
      isWhole,
      connected: others.filter(({ readable }) => readable).map(({ schema, name }) => ({ schema, name })),
    };
  }
}
