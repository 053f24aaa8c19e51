import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ListSecurityEvents } from '../../application/list-security-events.js';
import type { RecordedEvent } from '../../domain/audit-filter.js';

interface SecurityEventResponse {
  readonly id: number;
  readonly occurred_at: string;
  readonly action: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly by: 'you' | 'somebody else' | 'unknown';
  readonly ip: string | null;
}

const EXAMPLE: SecurityEventResponse = {
  id: 4711,
  occurred_at: '2026-11-20T09:15:00.000Z',
  action: 'session.logged_in',
  outcome: 'refused',
  reason: 'wrong_credentials',
  by: 'unknown',
  ip: '203.0.113.7',
};
const LISTED = 'Security events listed.';

@ApiTags('The caller')
@Controller('api/v1/me/security-events')
export class SecurityEventsController {
  constructor(private readonly listSecurityEvents: ListSecurityEvents) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List what happened to your account: logins, refused guesses, changes of factors, devices and password',
    description:
      'The newest thousand, newest first. `by` is `unknown` where nobody was logged in, as with a refused guess; the address of ' +
      'somebody else who was, such as an administrator, is not shown.',
    status: 200,
    example: named({ security_events: [EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) }, LISTED),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ security_events: SecurityEventResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listSecurityEvents.execute(caller, request);
    const events = items.map((event) => toSecurityEventResponse(event, caller.userId));
    return named({ security_events: events, pagination: paginationOf(request, total) }, LISTED);
  }
}

function toSecurityEventResponse(event: RecordedEvent, userId: number): SecurityEventResponse {
  const { reason } = event.detail;
  const by = event.actor === null ? 'unknown' : event.actor.userId === userId ? 'you' : 'somebody else';
  return {
    id: event.id,
    occurred_at: event.occurredAt.toISOString(),
    action: event.action,
    outcome: event.outcome,
    reason: typeof reason === 'string' ? reason : null,
    by,
    ip: by === 'somebody else' ? null : event.ip,
  };
}
