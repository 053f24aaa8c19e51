import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { forReader, textForReader } from '../../../platform/http/request-context.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess, component, listOf, policiesBehind } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { UNPREPARED } from '../../../shared/unprepared.js';
import { ValidateStatement } from '../../application/validate-statement.js';
import { RULES, type Violation } from '../../../engines/sql-guard/judgement.js';
import { ValidateQueryBody } from './query.dto.js';

const QueryVerdict = component(
  'QueryVerdict',
  z.object({
    valid: z.boolean(),
    violations: listOf(
      z.object({
        rule: z.enum(RULES),
        position: z.int().min(0).nullable().meta({
          description: 'The index of the character (UTF-16 unit) in the statement; `null` if no single place is to blame.',
        }),
        message: z.string(),
        policies: policiesBehind,
      }),
    ),
    unprepared: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the data source has not prepared an allowed statement: then names of columns are not checked. `null` if it has, and for a ' +
          'refused one.',
      }),
  }),
  {
    valid: false,
    violations: [
      {
        rule: 'forbidden_function',
        position: 7,
        message: 'The function lenght is not allowed. The nearest that is allowed is length.',
      },
    ],
    unprepared: null,
  },
);

@ApiTags('Queries')
@Controller('api/v1/data-sources')
export class QueryValidationController {
  constructor(private readonly validateStatement: ValidateStatement) {}

  @Post(':data_source_id/query/validate', 'nothing')
  @Operation({
    id: 'validateQuery',
    summary: 'Check whether a statement would run; a refusal is an answer, not an error',
    permissions: ['query.run'],
    description:
      'The statement is judged by the grammar of its engine and by the schema that was discovered. Then the data source prepares it, and ' +
      'runs nothing; if it does not do so within 3 seconds, `unprepared` says why.',
    status: 200,
    answer: bareSuccess(QueryVerdict, 'Statement judged.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'SCHEMA_NOT_DISCOVERED', 'ENGINE_UNAVAILABLE'],
  })
  async validate(@CurrentCaller() caller: Caller, @IdParam('data_source_id') dataSourceId: number, @Body() { sql }: ValidateQueryBody) {
    const verdict = await this.validateStatement.execute(caller, dataSourceId, sql);
    const violations = verdict.ok ? [] : verdict.violations.map(toResponse);
    const unprepared = verdict.ok && verdict.unprepared !== null ? forReader(UNPREPARED[verdict.unprepared]) : null;
    return bare({ valid: verdict.ok, violations, unprepared }, 'Statement judged.');
  }
}

function toResponse({ rule, position, message, policies }: Violation) {
  return { rule, position, message: textForReader(message), ...(policies && { policies: [...policies] }) };
}
