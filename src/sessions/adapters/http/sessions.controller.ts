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
import type { SessionRow } from '../../application/ports/sessions.js';

interface SessionResponse {
  readonly id: number;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly ip: string | null;
  readonly device_name: string;
  readonly auth_method: string;
  readonly is_current: boolean;
}

const EXAMPLE: SessionResponse = {
  id: 12,
  created_at: '2026-11-20T09:15:00.000Z',
  last_used_at: '2026-11-20T10:02:11.000Z',
  ip: '203.0.113.7',
  device_name: 'Firefox 140 on Linux',
  auth_method: 'pwd',
  is_current: true,
};

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
    example: named({ sessions: [EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) }, 'Sessions listed.'),
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

function toSessionResponse(row: SessionRow, caller: Caller): SessionResponse {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt.toISOString(),
    ip: row.ip,
    device_name: row.deviceName,
    auth_method: row.amr.join('+'),
    is_current: row.id === caller.sessionId,
  };
}
