import { Injectable } from '@nestjs/common';
import { FindRelations, pointsTo } from '../../catalog/application/find-relations.js';
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
   * @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound, TableNotFound
   */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    schemaName: string;
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
    const parts = await this.readable.partsOf(
      scope,
      found.items.filter(({ readable }) => readable),
    );
    const part = parts.find(({ schema, name }) => schema === schemaName && name === table);
    if (part === undefined) throw new TableNotFound();
    const annotations = await this.annotate.execute(caller, source, await this.seeSchema.execute(caller, source));
    const context = new ContextText(DDL, source, maxTokens, [], annotations.hasSamples);
    const told = asTold(annotations.on(part));
    if (!context.addWhole(told)) context.add(told);
    // Not by what the role may not read of a key.
    const connected = parts.filter((other) => other !== part && (pointsTo(part, other) || pointsTo(other, part)));
    return {
      text: context.finish([], 0),
      isWhole: !context.isAbridged,
      connected: connected.map(({ schema, name }) => ({ schema, name })),
    };
  }
}
