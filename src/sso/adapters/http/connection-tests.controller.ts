import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ListTests } from '../../application/list-tests.js';
import { ReadTest } from '../../application/read-test.js';
import { StartTest } from '../../application/start-test.js';
import { ConnectionTestReport, StartedConnectionTest, toTestReport } from './test-response.js';

const STARTED = 'Test started. Log in at start_url yourself; only your own login counts.';

@ApiTags('Single sign-on')
@Controller('api/v1/sso/connections/:connection_id')
export class ConnectionTestsController {
  constructor(
    private readonly startTest: StartTest,
    private readonly listTests: ListTests,
    private readonly readTest: ReadTest,
  ) {}

  @Post('test', 'id')
  @RequiresStepUp()
  @Operation({
    id: 'testSsoConnection',
    summary: 'Test a connection: checks the provider at once, and then asks you to log in',
    permissions: ['sso.manage'],
    description:
      'The test passes when you come back from the provider as yourself, within 30 minutes. Such a login opens ' +
      'no session and links no account. A step that fails is not an error of the request: then the test has failed, ' +
      'and `start_url` is `null`.',
    status: 201,
    answer: namedSuccess({ test: StartedConnectionTest }, STARTED),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  })
  async start(@CurrentCaller() caller: Caller, @IdParam('connection_id') connectionId: number) {
    const { test, startUrl } = await this.startTest.execute(caller, connectionId);
    const answer = { ...toTestReport(test), start_url: startUrl };
    return named({ test: answer }, startUrl === null ? 'The test has failed.' : STARTED);
  }

  @Get('tests')
  @Paged()
  @Operation({
    id: 'listSsoConnectionTests',
    summary: 'List the tests of a connection, newest first',
    permissions: ['sso.manage'],
    status: 200,
    answer: namedSuccess({ tests: listOf(ConnectionTestReport), pagination: Pagination }, 'Tests listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('connection_id') connectionId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listTests.execute(caller, connectionId, request);
    return named({ tests: items.map(toTestReport), pagination: paginationOf(request, total) }, 'Tests listed.');
  }

  @Get('tests/:test_id')
  @Operation({
    id: 'readSsoConnectionTest',
    summary: 'Read the report of a test: each step, what the provider said, and what a login would have led to',
    permissions: ['sso.manage'],
    status: 200,
    answer: namedSuccess({ test: ConnectionTestReport }, 'Test found.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('connection_id') connectionId: number, @IdParam('test_id') testId: number) {
    const test = await this.readTest.execute(caller, connectionId, testId);
    return named({ test: toTestReport(test) }, 'Test found.');
  }
}
