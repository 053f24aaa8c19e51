import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { DiagramTooLarge } from '../domain/catalog.errors.js';
import { type Diagram, diagramOf } from '../domain/diagram.js';
import { mermaidOf } from '../domain/mermaid.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { FindRelations } from './find-relations.js';
import { OpenSchema } from './open-schema.js';
import { DiagramDrawing } from './ports/diagram-drawing.js';
import { say } from '../../shared/sentence.js';

/** A diagram of more tables is unreadable. */
const MOST_TABLES = 150;

interface Asked {
  readonly caller: Caller;
  readonly source: DataSource;
}

@Injectable()
export class DrawSchema {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly openSchema: OpenSchema,
    private readonly findRelations: FindRelations,
    private readonly staleReads: StaleReads,
    private readonly drawing: DiagramDrawing,
  ) {}

  /** @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound, DiagramTooLarge */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    schemaName: string | null;
    /** The table and what is connected with it, in any schema. */
    table: string | null;
    search: string | null;
    format: 'mermaid' | 'svg';
  }): Promise<string> {
    const { caller, dataSourceId, schemaName, table, search, format } = input;
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const asked = { caller, source };
    const diagram = await this.staleReads.run(() =>
      table === null ? this.some(asked, schemaName, search) : this.around(asked, schemaName, table),
    );
    return format === 'svg' ? this.drawing.svg(diagram, `organization ${source.organizationId}`) : mermaidOf(diagram);
  }

  private async some(asked: Asked, schemaName: string | null, search: string | null): Promise<Diagram> {
    const { scope, schemas } = await this.openSchema.execute(asked.source.id, schemaName);
    const all = schemas.reduce((sum, { counts }) => sum + counts.tables + counts.views, 0);
    // Relations that would not be drawn are not read.
    if (search === null && all > MOST_TABLES) throw tooLarge(all);
    const { items, total } = await this.findRelations.execute({ ...asked, scope }, search, {
      page: 1,
      limit: MOST_TABLES,
    });
    if (total > MOST_TABLES) throw tooLarge(total);
    return diagramOf(items, 0);
  }

  private async around(asked: Asked, schema: string | null, name: string): Promise<Diagram> {
    const dataSourceId = asked.source.id;
    const { snapshot } = await this.openSchema.execute(dataSourceId, schema);
    const scope = { dataSourceId, contentIds: snapshot.schemas.map(({ contentId }) => contentId) };
    const first = { page: 1, limit: MOST_TABLES };
    const { items, total } = await this.findRelations.execute({ ...asked, scope }, { schema, name }, first);
    return diagramOf(items, total - items.length);
  }
}

function tooLarge(tables: number): DiagramTooLarge {
  return new DiagramTooLarge(say('A diagram holds at most {most} tables, not {tables}.', { most: MOST_TABLES, tables }));
}
