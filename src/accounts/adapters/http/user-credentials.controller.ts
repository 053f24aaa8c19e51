import { Controller, Delete, Get, Header, Post } from '@nestjs/common';
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
import type { AccountSession } from '../../application/ports/account-sessions.js';
import { ResetUserFactors } from '../../application/reset-user-factors.js';
import { StartPasswordReset } from '../../application/start-password-reset.js';

interface UserSessionResponse {
  readonly id: number;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly ip: string | null;
  readonly device_name: string;
  readonly auth_method: string;
  readonly is_current: boolean;
}

const SESSION_EXAMPLE: UserSessionResponse = {
  id: 12,
  created_at: '2026-11-20T09:15:00.000Z',
  last_used_at: '2026-11-20T10:02:11.000Z',
  ip: '203.0.113.7',
  device_name: 'Firefox 140 on Linux',
  auth_method: 'pwd',
  is_current: false,
};
const STARTED = 'A mail with a link to choose a new password is on its way to the owner.';
const FACTORS_GONE = 'All second factors removed. The owner was signed out everywhere and told by mail.';

@ApiTags('System administration')
@Controller('api/v1/users/:user_id')
export class UserCredentialsController {
  constructor(
    private readonly startPasswordReset: StartPasswordReset,
    private readonly resetUserFactors: ResetUserFactors,
    private readonly listUserSessions: ListUserSessions,
    private readonly endUserSessions: EndUserSessions,
  ) {}

  @Post('password-reset')
  @RequiresStepUp('always')
  @Answers({
    summary: 'Have a link mailed to the owner by which they choose a new password (system administrators)',
    description: 'The old password works until then. The link voids older ones; the administrator never sees it.',
    status: 202,
    example: bare({ success: true }, STARTED),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'RATE_LIMITED',
    ],
  })
  async resetPassword(
    @CurrentCaller() caller: Caller,
    @IdParam('user_id') userId: number,
  ): Promise<Success<{ success: true }>> {
    await this.startPasswordReset.execute({ caller, userId });
    return bare({ success: true }, STARTED);
  }

  @Post('mfa-reset')
  @RequiresStepUp('always')
  @Answers({
    summary: 'Remove every second factor of someone who lost them all (system administrators)',
    description:
      'Ends all sessions, device trust and links that were mailed. Have a link mailed after this, not before.',
    status: 200,
    example: bare({ success: true }, FACTORS_GONE),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'OWNER_APPROVAL_REQUIRED',
      'NOT_FOUND',
      'CONFLICT',
    ],
  })
  async resetMfa(
    @CurrentCaller() caller: Caller,
    @IdParam('user_id') userId: number,
  ): Promise<Success<{ success: true }>> {
    await this.resetUserFactors.execute({ caller, userId });
    return bare({ success: true }, FACTORS_GONE);
  }

  @Get('sessions')
  @Paged()
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the live sessions of an account, the most recently used first (system administrators)',
    status: 200,
    example: named(
      { sessions: [SESSION_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Sessions listed.',
    ),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async listSessions(
    @CurrentCaller() caller: Caller,
    @IdParam('user_id') userId: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ sessions: UserSessionResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listUserSessions.execute({ caller, userId, request });
    const sessions = items.map((session) => toSessionResponse(session, caller));
    return named({ sessions, pagination: paginationOf(request, total) }, 'Sessions listed.');
  }

  @Delete('sessions')
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

function toSessionResponse(session: AccountSession, caller: Caller): UserSessionResponse {
  return {
    id: session.id,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    ip: session.ip,
    device_name: session.deviceName,
    auth_method: session.amr.join('+'),
    is_current: session.id === caller.sessionId,
  };
}
