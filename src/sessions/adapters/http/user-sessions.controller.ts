import { Controller, Delete, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { EndUserSessions } from '../../application/end-user-sessions.js';
import { ListUserSessions } from '../../application/list-user-sessions.js';
import { SESSION_EXAMPLE, type SessionResponse, toSessionResponse } from './session-response.js';

const EXAMPLE: SessionResponse = { ...SESSION_EXAMPLE, is_current: false };

@ApiTags('System administration')
@Controller('api/v1/users/:user_id/sessions')
export class UserSessionsController {
  constructor(
    private readonly listUserSessions: ListUserSessions,
    private readonly endUserSessions: EndUserSessions,
  ) {}

  @Get()
  @Paged()
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the live sessions of an account, the most recently used first (system administrators)',
    status: 200,
    example: named({ sessions: [EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) }, 'Sessions listed.'),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async listSessions(
    @CurrentCaller() caller: Caller,
    @IdParam('user_id') userId: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ sessions: SessionResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listUserSessions.execute({ caller, userId, request });
    const sessions = items.map((row) => toSessionResponse(row, caller));
    return named({ sessions, pagination: paginationOf(request, total) }, 'Sessions listed.');
  }

  @Delete()
  @RequiresStepUp('always')
  @Answers({
    summary: 'End all sessions of an account (system administrators)',
    status: 200,
    example: bare({ success: true }, 'All sessions ended.'),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async endSessions(
    @CurrentCaller() caller: Caller,
    @IdParam('user_id') userId: number,
  ): Promise<Success<{ success: true }>> {
    await this.endUserSessions.execute({ caller, userId });
    return bare({ success: true }, 'All sessions ended.');
  }
}
