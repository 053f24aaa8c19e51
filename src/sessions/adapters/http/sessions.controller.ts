import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, bareSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { EndSession } from '../../application/end-session.js';
import { EndSessionsOfUser } from '../../application/end-sessions-of-user.js';
import { ListSessions } from '../../application/list-sessions.js';
import { ListedSessions, toSession } from './session-response.js';

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
  @Operation({
    id: 'listSessions',
    summary: 'List your live sessions, the most recently used first',
    description: 'Only your own sessions.',
    status: 200,
    answer: ListedSessions,
    errors: [],
  })
  async list(@CurrentCaller() caller: Caller, @PageParams() query: PageRequest) {
    const { items, total } = await this.listSessions.execute(caller.userId, query);
    const sessions = items.map((row) => toSession(row, caller));
    return named({ sessions, pagination: paginationOf(query, total) }, 'Sessions listed.');
  }

  @Delete(':session_id')
  @Operation({
    id: 'endSession',
    summary: 'End one of your sessions; ending it again is no error',
    description: 'Only your own sessions.',
    status: 200,
    answer: bareSuccess(Done, 'Session ended.'),
    errors: ['NOT_FOUND'],
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam('session_id') sessionId: number) {
    await this.endSession.execute({ caller, sessionId, reason: 'revoked' });
    return bare({ success: true }, 'Session ended.');
  }

  @Delete()
  @Operation({
    id: 'endOtherSessions',
    summary: 'End all your sessions but this one',
    description: 'Only your own sessions.',
    status: 200,
    answer: bareSuccess(Done, 'All other sessions ended.'),
    errors: [],
  })
  async revokeOthers(@CurrentCaller() caller: Caller) {
    const { userId, sessionId } = caller;
    await this.endSessionsOfUser.execute({ userId, reason: 'revoked', keep: sessionId, actorUserId: userId });
    return bare({ success: true }, 'All other sessions ended.');
  }
}
