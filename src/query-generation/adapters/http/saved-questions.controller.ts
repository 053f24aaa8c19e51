import { Body, Controller, Delete, Get, Patch, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { Disconnect } from '../../../platform/http/disconnect.js';
import { RequiredVersion, Versioned, sendEntityTag } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { DataSourceFilter, OF_WORKSPACE, OrganizationFilter, WorkspaceFilter } from '../../../platform/http/place-filter.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { SearchParam, Searched } from '../../../platform/http/search-param.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ChangeSavedQuestion } from '../../application/change-saved-question.js';
import { DeleteSavedQuestion } from '../../application/delete-saved-question.js';
import { ListSavedQuestions } from '../../application/list-saved-questions.js';
import { ReadSavedQuestion } from '../../application/read-saved-question.js';
import { RunSavedQuestion } from '../../application/run-saved-question.js';
import { SaveQuestion } from '../../application/save-question.js';
import { ENDS_OF_A_STATEMENT, QueryAnswer, toResult } from './execution-response.js';
import { RunSavedQuestionBody } from './query.dto.js';
import { ListedQuestion, SavedQuestion, toListedQuestion, toSavedQuestion } from './saved-question-response.js';
import { ChangeSavedQuestionBody, SaveQuestionBody, contentIn } from './saved-question.dto.js';

const OF = { required: false, schema: { type: 'integer' as const, minimum: 1 } };

@ApiTags('Saved questions')
@Controller('api/v1')
export class SavedQuestionsController {
  constructor(
    private readonly saveQuestion: SaveQuestion,
    private readonly listSavedQuestions: ListSavedQuestions,
    private readonly readSavedQuestion: ReadSavedQuestion,
    private readonly changeSavedQuestion: ChangeSavedQuestion,
    private readonly deleteSavedQuestion: DeleteSavedQuestion,
    private readonly runSavedQuestion: RunSavedQuestion,
  ) {}

  @Post('data-sources/:data_source_id/saved-questions')
  @Operation({
    id: 'saveQuestion',
    summary: 'Save a statement under an address, for all who may query its data source',
    permissions: ['query.run'],
    description: 'It stores no rows. The guard judges the statement whenever it runs, not now.',
    status: 201,
    answer: namedSuccess({ saved_question: SavedQuestion }, 'Question saved.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DATA_SOURCE_CLOSED', 'CONFLICT'],
  })
  async save(
    @CurrentCaller() caller: Caller,
    @IdParam('data_source_id') dataSourceId: number,
    @Body() body: SaveQuestionBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { title, sql } = body;
    const content = { description: '', question: null, chart: null, ...contentIn(body), title: title.trim(), sql };
    const saved = await this.saveQuestion.execute({ caller, dataSourceId, content });
    sendEntityTag(response, saved.question.version);
    return named({ saved_question: toSavedQuestion(saved) }, 'Question saved.');
  }

  @Get('saved-questions')
  @Paged()
  @ApiQuery({ ...OF, name: 'organization_id', description: 'Only those of this organization; without it, of all your organizations.' })
  @ApiQuery(OF_WORKSPACE)
  @ApiQuery({ ...OF, name: 'data_source_id', description: 'Only those of this data source.' })
  @Searched('A text that title, description or question holds, in any case.')
  @Operation({
    id: 'listSavedQuestions',
    summary: 'List saved questions of the data sources that you may query, by title',
    description: 'Those of closed data sources are left out.',
    status: 200,
    answer: namedSuccess({ saved_questions: listOf(ListedQuestion), pagination: Pagination }, 'Saved questions listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @OrganizationFilter() organizationId: number | null,
    @WorkspaceFilter() workspaceId: number | null,
    @DataSourceFilter() dataSourceId: number | null,
    @SearchParam() search: string | null,
    @PageParams() page: PageRequest,
  ) {
    const wanted = { organizationId, workspaceId, dataSourceId, search };
    const { items, total } = await this.listSavedQuestions.execute(caller, wanted, page);
    return named({ saved_questions: items.map(toListedQuestion), pagination: paginationOf(page, total) }, 'Saved questions listed.');
  }

  @Get('saved-questions/:question_id')
  @Operation({
    id: 'readSavedQuestion',
    summary: 'Read a saved question',
    permissions: ['query.run'],
    status: 200,
    answer: namedSuccess({ saved_question: SavedQuestion }, 'Saved question found.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DATA_SOURCE_CLOSED'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('question_id') id: number, @Res({ passthrough: true }) response: Response) {
    const shown = await this.readSavedQuestion.execute(caller, id);
    sendEntityTag(response, shown.question.version);
    return named({ saved_question: toSavedQuestion(shown) }, 'Saved question found.');
  }

  @Post('saved-questions/:question_id/run', 'id')
  @Operation({
    id: 'runSavedQuestion',
    summary: 'Run a saved question with your own rights',
    permissions: ['query.run'],
    description:
      'As if you had sent its statement: the same guard, data policies, limits, history and audit trail. Reasons for a refusal that would tell ' +
      'what is withheld from you are left out.',
    status: 200,
    answer: bareSuccess(QueryAnswer, 'Query run.'),
    errors: [
      ...([
        'FORBIDDEN',
        'HOST_NOT_ALLOWED',
        'NOT_FOUND',
        'DATA_SOURCE_CLOSED',
        'SCHEMA_NOT_DISCOVERED',
        'QUERY_REJECTED',
        'PRECONDITION_FAILED',
      ] as const),
      ...ENDS_OF_A_STATEMENT,
    ],
  })
  async run(
    @CurrentCaller() caller: Caller,
    @IdParam('question_id') id: number,
    @Body() { max_rows: maxRows = 100, timeout_ms: timeoutMs = 10_000, version }: RunSavedQuestionBody,
    @Disconnect() signal: AbortSignal,
  ) {
    const { executionId, result } = await this.runSavedQuestion.execute(caller, id, { maxRows, timeoutMs, version, signal });
    return bare({ execution_id: executionId, ...toResult(result) }, 'Query run.');
  }

  @Patch('saved-questions/:question_id')
  @Versioned('required')
  @Operation({
    id: 'changeSavedQuestion',
    summary: 'Change a saved question',
    permissions: ['query.run'],
    description: "It takes `query.verify` to change another person's.",
    status: 200,
    answer: namedSuccess({ saved_question: SavedQuestion }, 'Saved question changed.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DATA_SOURCE_CLOSED'],
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam('question_id') id: number,
    @RequiredVersion() version: number,
    @Body() body: ChangeSavedQuestionBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const change = contentIn(body);
    const changed = await this.changeSavedQuestion.execute({ caller, id, version, change });
    sendEntityTag(response, changed.question.version);
    return named({ saved_question: toSavedQuestion(changed) }, 'Saved question changed.');
  }

  @Delete('saved-questions/:question_id')
  @Versioned('required')
  @Operation({
    id: 'deleteSavedQuestion',
    summary: 'Delete a saved question',
    permissions: ['query.run'],
    description: "It takes `query.verify` to delete another person's.",
    status: 200,
    answer: bareSuccess(Done, 'Saved question deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'DATA_SOURCE_CLOSED'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('question_id') id: number, @RequiredVersion() version: number) {
    await this.deleteSavedQuestion.execute(caller, id, version);
    return bare({ success: true }, 'Saved question deleted.');
  }
}
