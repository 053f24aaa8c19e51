import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { forReader } from '../../../platform/http/request-context.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess, component, id } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { UNPREPARED } from '../../../shared/unprepared.js';
import { VerificationBody } from './feedback.dto.js';
import { VerifyExecution } from '../../application/verify-execution.js';

const MadePair = component(
  'MadePair',
  z.object({
    verified_pair_id: id,
    unprepared: z.string().nullable().meta({
      description: 'Why the data source has not prepared the statement: then names of columns are not checked.',
    }),
  }),
  { verified_pair_id: 3, unprepared: null },
);

@ApiTags('Knowledge')
@Controller('api/v1/query-executions/:execution_id/verified-pair')
export class VerificationController {
  constructor(private readonly verifyExecution: VerifyExecution) {}

  @Post()
  @Operation({
    id: 'verifyQueryExecution',
    summary: 'Make a verified pair from a question that was asked',
    permissions: ['query.verify'],
    description:
      'It takes the statement that you send as `sql`, or else your own correction, or else the generated one. If another person has ' +
      'corrected the statement, send the one that you verify. Read the pair at `/api/v1/verified-pairs/{pair_id}`.',
    status: 201,
    answer: bareSuccess(MadePair, 'Verified pair created.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SCHEMA_NOT_DISCOVERED', 'QUERY_REJECTED', 'DATA_SOURCE_CLOSED'],
  })
  async verify(@CurrentCaller() caller: Caller, @IdParam('execution_id') executionId: number, @Body() body: VerificationBody) {
    const pair = await this.verifyExecution.execute(caller, executionId, body.sql ?? null);
    return bare(
      { verified_pair_id: pair.id, unprepared: pair.unprepared && forReader(UNPREPARED[pair.unprepared]) },
      'Verified pair created.',
    );
  }
}
