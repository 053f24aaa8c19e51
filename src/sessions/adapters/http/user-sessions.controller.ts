import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, bareSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { EndUserSessions } from '../../application/end-user-sessions.js';
import { ListUserSessions } from '../../application/list-user-sessions.js';
import { ListedSessions, toSession } from './session-response.js';

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
  @Operation({
    id: 'listUserSessions',
    summary: 'List the live sessions of an account, the most recently used first (system administrators)',
    description: 'Only system administrators.',
    status: 200,
    answer: ListedSessions,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async listSessions(@CurrentCaller() caller: Caller, @IdParam('user_id') userId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listUserSessions.execute({ caller, userId, request });
    const sessions = items.map((row) => toSession(row, caller));
    return named({ sessions, pagination: paginationOf(request, total) }, 'Sessions listed.');
  }

  @Delete()
  @RequiresStepUp('always')
  @Operation({
    id: 'endUserSessions',
    summary: 'End all sessions of an account (system administrators)',
    description: 'Only system administrators.',
    status: 200,
    answer: bareSuccess(Done, 'All sessions ended.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async endSessions(@CurrentCaller() caller: Caller, @IdParam('user_id') userId: number) {
    await this.endUserSessions.execute({ caller, userId });
    return bare({ success: true }, 'All sessions ended.');
  }
}
