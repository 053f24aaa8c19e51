import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Pagination, component, id, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import type { PageRequest } from '../../../shared/page.js';
import { ListProvisioningEvents } from '../../application/list-provisioning-events.js';
import type { RecordedProvisioningEvent } from '../../domain/provisioning-event.js';
import { ScimEventQuery, toEventFilter } from './scim-event.dto.js';

const ScimEvent = component(
  'ScimEvent',
  z.object({
    id,
    occurred_at: moment,
    token: z.object({ id, name: z.string() }),
    method: z.string(),
    path: z.string().meta({ description: 'Below `/scim/v2`, without values.' }),
    status: z.int(),
    resource_type: z.enum(['User', 'Group']).nullable(),
    resource_id: z.string().nullable(),
    changes: listOf(z.string()).nullable().meta({ description: 'Names of attributes; `null` when none was written.' }),
    scim_type: z.string().nullable(),
    detail: z.string().nullable().meta({ description: 'Why the request was refused, or which part of it was not done.' }),
    duration_ms: z.int().min(0),
    ip: z.string().nullable(),
    request_id: z.string(),
  }),
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
);

@ApiTags('Provisioning')
@Controller('api/v1/organizations/:org_id/scim-events')
export class ScimEventsController {
  constructor(private readonly listEvents: ListProvisioningEvents) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listScimEvents',
    summary: 'List what provisioning clients asked an organization for and the results, newest first',
    permissions: ['scim.manage'],
    description:
      'Holds the names of attributes, never their values, and is written a moment after the answer. Pages and `total` reach ' +
      '10,000 events; `next_before`, sent as `before`, reads on.',
    status: 200,
    answer: namedSuccess(
      {
        scim_events: listOf(ScimEvent),
        pagination: Pagination,
        total_is_capped: z.boolean().meta({
          examples: [false],
          description: 'Whether there are more events than `pagination.total` says; read on with `before`.',
        }),
        next_before: id.nullable().meta({ examples: [null], description: 'Send it as `before` to read on; `null` at the end.' }),
      },
      'Provisioning events listed.',
    ),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
    @Query() query: ScimEventQuery,
  ) {
    const filter = toEventFilter(query);
    const page = await this.listEvents.execute({ caller, organizationId, filter, request });
    const { events, pagination, isTotalCapped, nextBefore } = page;
    return named(
      { scim_events: events.map(toScimEvent), pagination, total_is_capped: isTotalCapped, next_before: nextBefore },
      'Provisioning events listed.',
    );
  }
}

function toScimEvent(event: RecordedProvisioningEvent): z.infer<typeof ScimEvent> {
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
