import { Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { KeptForRepeats } from '../../../platform/http/idempotency/idempotency.interceptor.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ListTests } from '../../application/list-tests.js';
import { ReadTest } from '../../application/read-test.js';
import { StartTest } from '../../application/start-test.js';
import {
  STARTED_TEST_EXAMPLE,
  type StartedTestResponse,
  TEST_EXAMPLE,
  type TestResponse,
  toTestResponse,
} from './test-response.js';

const STARTED = 'Test started. Log in at start_url; nobody else can do that for you.';

@ApiTags('Single sign-on')
@Controller('api/v1/sso/connections/:connection_id')
export class ConnectionTestsController {
  constructor(
    private readonly startTest: StartTest,
    private readonly listTests: ListTests,
    private readonly readTest: ReadTest,
  ) {}

  @Post('test')
  @KeptForRepeats('id')
  @RequiresStepUp()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Test a connection: what can be seen of the provider at once, and a login by you',
    description:
      'The test passes when you come back from the provider as yourself, within 30 minutes. Such a login opens no session and links ' +
      'nobody. That a step fails is an answer and not an error: the test has failed then, and start_url is null.',
    status: 201,
    example: named({ test: STARTED_TEST_EXAMPLE }, STARTED),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  })
  async start(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
  ): Promise<Success<{ test: StartedTestResponse; message: string }>> {
    const { test, startUrl } = await this.startTest.execute(caller, connectionId);
    const answer = { ...toTestResponse(test), start_url: startUrl };
    return named({ test: answer }, startUrl === null ? 'The test has failed.' : STARTED);
  }

  @Get('tests')
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the tests of a connection, newest first',
    status: 200,
    example: named({ tests: [TEST_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) }, 'Tests listed.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ tests: TestResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listTests.execute(caller, connectionId, request);
    return named({ tests: items.map(toTestResponse), pagination: paginationOf(request, total) }, 'Tests listed.');
  }

  @Get('tests/:test_id')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read the report of a test: each step, what the provider said, and what a login would have come to',
    status: 200,
    example: named({ test: TEST_EXAMPLE }, 'Test found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('connection_id') connectionId: number,
    @IdParam('test_id') testId: number,
  ): Promise<Success<{ test: TestResponse; message: string }>> {
    const test = await this.readTest.execute(caller, connectionId, testId);
    return named({ test: toTestResponse(test) }, 'Test found.');
  }
}
