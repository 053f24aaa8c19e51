import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { sendDownload } from '../../../platform/http/send-download.js';
import type { Caller } from '../../../shared/caller.js';
import { DrawSchema } from '../../application/draw-schema.js';
import { ExportSchema } from '../../application/export-schema.js';
import { NDJSON, SchemaLine, linesOf } from './schema-lines.js';
import { DiagramQuery, ExportQuery } from './schema.dto.js';

const DIAGRAM_TYPES = { mermaid: 'text/vnd.mermaid', svg: 'image/svg+xml' } as const;

/** An SVG that is opened by itself is a document; this policy lets it do nothing. */
const SVG_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

@ApiTags('Data sources')
@Controller('api/v1/data-sources/:data_source_id/schema')
export class SchemaViewsController {
  constructor(
    private readonly drawSchema: DrawSchema,
    private readonly exportSchema: ExportSchema,
  ) {}

  @Get('diagram')
  @Operation({
    id: 'drawSchema',
    summary: 'Draw the tables of a schema and their foreign keys, as Mermaid text or as SVG',
    permissions: ['data_source.read'],
    description:
      'At most 150 tables; use `schema_name` and `search` to choose them. With `table`, one table and those that foreign keys ' +
      'connect with it, of any schema; the drawing says how many it leaves out.',
    status: 200,
    type: Object.values(DIAGRAM_TYPES),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_FOUND', 'SCHEMA_NOT_DISCOVERED', 'DIAGRAM_TOO_LARGE'],
  })
  async draw(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Query() query: DiagramQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { schema_name: schemaName = null, table = null, search = null, format = 'mermaid' } = query;
    const input = { caller, dataSourceId, schemaName, table, search, format };
    const drawing = await this.drawSchema.execute(input);
    response.type(`${DIAGRAM_TYPES[format]}; charset=utf-8`);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', SVG_POLICY);
    return drawing;
  }

  @Get('export')
  @Operation({
    id: 'exportSchema',
    summary: 'Download a whole discovered schema as JSON lines',
    permissions: ['data_source.read'],
    description:
      'First a line about the snapshot, then one for each schema and, behind it, one for each of its tables and views, as the pages ' +
      'of `GET …/schema` have them. An answer that ends before `relations_count` of them was broken off. The export is an audit event.',
    status: 200,
    type: NDJSON,
    answer: SchemaLine,
    headers: ['Content-Disposition'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_FOUND', 'SCHEMA_NOT_DISCOVERED'],
  })
  async export(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Query() query: ExportQuery,
    @Res() response: Response,
  ) {
    const parts = await this.exportSchema.execute({
      caller,
      dataSourceId,
      schemaName: query.schema_name ?? null,
    });
    const name = `schema-${dataSourceId}.ndjson`;
    await sendDownload(response, { name, type: NDJSON, parts: linesOf(dataSourceId, parts) });
  }
}
