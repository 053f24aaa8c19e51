import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ComposeContext } from '../../application/compose-context.js';
import { SchemaContext, toContext } from './context-response.js';
import { ContextQuery } from './context.dto.js';

const DEFAULT_TOKENS = 4000;

@ApiTags('Data sources')
@Controller('api/v1/data-sources/:data_source_id/schema')
export class ContextController {
  constructor(private readonly composeContext: ComposeContext) {}

  @Get('context')
  @Operation({
    id: 'composeSchemaContext',
    summary: 'Describe a schema for a language model, within a budget of tokens',
    permissions: ['data_source.read'],
    description:
      'Only what the connected role may read. Everything if it fits; otherwise the tables that the question is about with ' +
      'their neighbours by foreign keys, and names of the others; otherwise names only. `token_estimate` never exceeds ' +
      '`max_tokens`. Names and comments of the source stand in quotes or comments, on one line each, and are marked as data.',
    status: 200,
    answer: bareSuccess(SchemaContext, 'Context composed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_FOUND', 'SCHEMA_NOT_DISCOVERED'],
  })
  async compose(@CurrentCaller() caller: Caller, @IdParam('data_source_id') dataSourceId: number, @Query() query: ContextQuery) {
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
