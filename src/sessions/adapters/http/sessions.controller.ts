import { Controller, Delete, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { EndSession } from '../../application/end-session.js';
import { EndSessionsOfUser } from '../../application/end-sessions-of-user.js';
import { ListSessions } from '../../application/list-sessions.js';
import { SESSION_EXAMPLE, type SessionResponse, toSessionResponse } from './session-response.js';

@ApiTags('Sessions')
@Controller('api/v1/sessions')
export class SessionsController {
  constructor(
    private readonly listSessions: ListSessions,
    private readonly endSession: EndSession,
    private readonly endSessionsOfUser: EndSessionsOfUser,
  ) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List your live sessions, the most recently used first',
    status: 200,
    example: named(
      { sessions: [SESSION_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Sessions listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @PageParams() query: PageRequest,
  ): Promise<Success<{ sessions: SessionResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listSessions.execute(caller.userId, query);
    const sessions = items.map((row) => toSessionResponse(row, caller));
    return named({ sessions, pagination: paginationOf(query, total) }, 'Sessions listed.');
  }

  @Delete(':session_id')
  @Answers({
    summary: 'End one of your sessions; ending it again is no error',
    status: 200,
    example: bare({ success: true }, 'Session ended.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'NOT_FOUND'],
  })
  async revoke(
    @CurrentCaller() caller: Caller,
    @IdParam('session_id') sessionId: number,
  ): Promise<Success<{ success: true }>> {
    await this.endSession.execute({ caller, sessionId, reason: 'revoked' });
    return bare({ success: true }, 'Session ended.');
  }

  @Delete()
  @Answers({
    summary: 'End all your sessions but this one',
    status: 200,
    example: bare({ success: true }, 'All other sessions ended.'),
    errors: ['UNAUTHORIZED'],
  })
  async revokeOthers(@CurrentCaller() caller: Caller): Promise<Success<{ success: true }>> {
    const { userId, sessionId } = caller;
    await this.endSessionsOfUser.execute({ userId, reason: 'revoked', keep: sessionId, actorUserId: userId });
    return bare({ success: true }, 'All other sessions ended.');
  }
}
