import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ListProvisioningEvents } from '../../application/list-provisioning-events.js';
import type { RecordedProvisioningEvent } from '../../domain/provisioning-event.js';
import { ScimEventQuery, toEventFilter } from './scim-event.dto.js';

interface ScimEventResponse {
  readonly id: number;
  readonly occurred_at: string;
  readonly token: { readonly id: number; readonly name: string };
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly resource_type: string | null;
  readonly resource_id: string | null;
  readonly changes: readonly string[] | null;
  readonly scim_type: string | null;
  readonly detail: string | null;
  readonly duration_ms: number;
  readonly ip: string | null;
  readonly request_id: string;
}

interface ScimEventPage {
  readonly scim_events: readonly ScimEventResponse[];
  readonly pagination: Pagination;
  /** True when there are more events than `pagination.total` says; then read on with `before`. */
  readonly total_is_capped: boolean;
  readonly next_before: number | null;
}

const EXAMPLE: ScimEventPage = {
  scim_events: [
    {
      id: 4711,
      occurred_at: '2026-11-20T09:15:00.000Z',
      token: { id: 7, name: 'Microsoft Entra ID' },
      method: 'PATCH',
      path: '/Users/0c6f1d9a-3d0b-4a55-9a53-2f1f2b3c4d5e',
      status: 200,
      resource_type: 'User',
      resource_id: '0c6f1d9a-3d0b-4a55-9a53-2f1f2b3c4d5e',
      changes: ['active'],
      scim_type: null,
      detail: null,
      duration_ms: 9,
      ip: '203.0.113.7',
      request_id: '6f1c2a52-5a3e-4f6e-9f38-0f7f4f8f1c11',
    },
  ],
  pagination: paginationOf({ page: 1, limit: 10 }, 1),
  total_is_capped: false,
  next_before: null,
};

@ApiTags('Provisioning')
@Controller('api/v1/organizations/:org_id/scim-events')
export class ScimEventsController {
  constructor(private readonly listEvents: ListProvisioningEvents) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List what provisioning clients asked of an organization and what came of it, newest first',
    description:
      'Holds the names of attributes, never their values, and is written a moment after the answer. Pages and `total` reach 10,000 events; `next_before`, sent as `before`, reads on.',
    status: 200,
    example: named(EXAMPLE, 'Provisioning events listed.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
    @Query() query: ScimEventQuery,
  ): Promise<Success<ScimEventPage & { message: string }>> {
    const filter = toEventFilter(query);
    const page = await this.listEvents.execute({ caller, organizationId, filter, request });
    const { events, pagination, isTotalCapped, nextBefore } = page;
    return named(
      { scim_events: events.map(toResponse), pagination, total_is_capped: isTotalCapped, next_before: nextBefore },
      'Provisioning events listed.',
    );
  }
}

function toResponse(event: RecordedProvisioningEvent): ScimEventResponse {
  const { id, occurredAt, token, method, path, status, changes, detail, ip } = event;
  return {
    id,
    occurred_at: occurredAt.toISOString(),
    token,
    method,
    path,
    status,
    resource_type: event.resourceType,
    resource_id: event.resourceId,
    changes,
    scim_type: event.scimType,
    detail,
    duration_ms: event.durationMs,
    ip,
    request_id: event.requestId,
  };
}
