import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { DiagramTooLarge } from '../domain/data-source.errors.js';
import { diagramOf } from '../domain/diagram.js';
import { svgOf } from '../domain/diagram-svg.js';
import { mermaidOf } from '../domain/mermaid.js';
import type { Relation } from '../domain/relation.js';
import { EnterDataSource } from './enter-data-source.js';
import { FindRelations } from './find-relations.js';
import { OpenSchema } from './open-schema.js';

/** More is a carpet and no picture, and takes too long to lay out. */
const MOST_TABLES = 150;

@Injectable()
export class DrawSchema {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly openSchema: OpenSchema,
    private readonly findRelations: FindRelations,
    private readonly staleReads: StaleReads,
  ) {}

  /** @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound, DiagramTooLarge */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    schemaName: string | null;
    search: string | null;
    format: 'mermaid' | 'svg';
  }): Promise<string> {
    const { caller, dataSourceId, schemaName, search, format } = input;
    await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const diagram = diagramOf(await this.staleReads.run(() => this.relations(dataSourceId, schemaName, search)));
    return format === 'svg' ? svgOf(diagram) : mermaidOf(diagram);
  }

  private async relations(
    dataSourceId: number,
    schemaName: string | null,
    search: string | null,
  ): Promise<readonly Relation[]> {
    const { scope, schemas } = await this.openSchema.execute(dataSourceId, schemaName);
    const all = schemas.reduce((sum, { counts }) => sum + counts.tables + counts.views, 0);
    // Nothing is read of what would not be drawn.
    if (search === null && all > MOST_TABLES) throw new DiagramTooLarge(all, MOST_TABLES);
    const { items, total } = await this.findRelations.execute(scope, search, { page: 1, limit: MOST_TABLES });
    if (total > MOST_TABLES) throw new DiagramTooLarge(total, MOST_TABLES);
    return items;
  }
}
