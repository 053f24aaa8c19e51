import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { DiagramTooLarge } from '../domain/data-source.errors.js';
import { diagramOf } from '../domain/diagram.js';
import { svgOf } from '../domain/diagram-svg.js';
import { mermaidOf } from '../domain/mermaid.js';
import { EnterSchema } from './enter-schema.js';
import { FindRelations } from './find-relations.js';

/** More is a carpet and no picture, and takes too long to lay out. */
const MOST_TABLES = 150;

@Injectable()
export class DrawSchema {
  constructor(
    private readonly enterSchema: EnterSchema,
    private readonly findRelations: FindRelations,
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
    const { scope, schemas } = await this.enterSchema.execute(caller, dataSourceId, schemaName);
    const all = schemas.reduce((sum, { counts }) => sum + counts.tables + counts.views, 0);
    // Nothing is read of what would not be drawn.
    if (search === null && all > MOST_TABLES) throw new DiagramTooLarge(all, MOST_TABLES);
    const { items, total } = await this.findRelations.execute(scope, search, { page: 1, limit: MOST_TABLES });
    if (total > MOST_TABLES) throw new DiagramTooLarge(total, MOST_TABLES);
    const diagram = diagramOf(items);
    return format === 'svg' ? svgOf(diagram) : mermaidOf(diagram);
  }
}
