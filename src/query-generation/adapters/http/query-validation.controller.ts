import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidateStatement } from '../../application/validate-statement.js';
import type { Violation } from '../../domain/judgement.js';
import { ValidateQueryBody } from './query.dto.js';

interface ValidationResponse {
  readonly valid: boolean;
  readonly violations: readonly { readonly rule: string; readonly position: number | null; readonly message: string }[];
}

const EXAMPLE: ValidationResponse = {
  valid: false,
  violations: [{ rule: 'forbidden_function', position: 7, message: 'The function pg_sleep is not allowed.' }],
};

@ApiTags('Queries')
@Controller('api/v1/data-sources')
export class QueryValidationController {
  constructor(private readonly validateStatement: ValidateStatement) {}

  @Post(':data_source_id/query/validate')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Ask whether a statement would be run; that it would not is an answer and no error',
    description:
      'The statement is judged by the grammar of its engine and by the schema that was discovered; the data source is not ' +
      'asked. `position` is the index of the character (UTF-16 unit), `null` where none is to blame.',
    status: 200,
    example: bare(EXAMPLE, 'Statement judged.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'SCHEMA_NOT_DISCOVERED',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async validate(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() { sql }: ValidateQueryBody,
  ): Promise<Success<ValidationResponse>> {
    const violations = await this.validateStatement.execute(caller, dataSourceId, sql);
    return bare({ valid: violations.length === 0, violations: violations.map(toResponse) }, 'Statement judged.');
  }
}

function toResponse({ rule, position, message }: Violation): Violation {
  return { rule, position, message };
}
