import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ComposeContext } from '../../application/compose-context.js';
import { DrawSchema } from '../../application/draw-schema.js';
import { SchemaContext, toContext } from './schema-responses.js';
import { ContextQuery, DiagramQuery } from './schema.dto.js';

const DEFAULT_TOKENS = 4000;

const DIAGRAM_TYPES = { mermaid: 'text/vnd.mermaid', svg: 'image/svg+xml' } as const;

/** Opened by itself an SVG is a document: this one may do nothing at all. */
const SVG_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

@ApiTags('Data sources')
@Controller('api/v1/data-sources/:data_source_id/schema')
export class SchemaViewsController {
  constructor(
    private readonly drawSchema: DrawSchema,
    private readonly composeContext: ComposeContext,
  ) {}

  @Get('diagram')
  @Operation({
    id: 'drawSchema',
    summary: 'Draw the tables of a schema and their foreign keys, as Mermaid text or as SVG',
    description: 'At most 150 tables; `schema_name` and `search` choose among more.',
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
    const { schema_name: schemaName = null, search = null, format = 'mermaid' } = query;
    const drawing = await this.drawSchema.execute({ caller, dataSourceId, schemaName, search, format });
    response.type(`${DIAGRAM_TYPES[format]}; charset=utf-8`);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', SVG_POLICY);
    return drawing;
  }

  @Get('context')
  @Operation({
    id: 'composeSchemaContext',
    summary: 'Describe a schema for a language model, within a budget of tokens',
    description:
      'Only what the connected role may read. Everything when it fits; otherwise the tables that the question is about with ' +
      'their neighbours by foreign keys, and names of the others; otherwise names only. `token_estimate` never exceeds ' +
      '`max_tokens`. Names and comments of the source stand in quotes or comments, on one line each, and are marked as data.',
    status: 200,
    answer: bareSuccess(SchemaContext, 'Context composed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_FOUND', 'SCHEMA_NOT_DISCOVERED'],
  })
  async compose(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Query() query: ContextQuery,
  ) {
    const context = await this.composeContext.execute({
      caller,
      dataSourceId,
      schemaName: query.schema_name ?? null,
      question: query.question ?? null,
      maxTokens: Number(query.max_tokens ?? DEFAULT_TOKENS),
      format: query.format ?? 'ddl',
    });
    return bare(toContext(context), 'Context composed.');
  }
}
