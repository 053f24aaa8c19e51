import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { Clock } from '../../../shared/ports/clock.js';
import { DecideAccessRequest } from '../../application/decide-access-request.js';
import { ListAccessRequests } from '../../application/list-access-requests.js';
import { RequestAccess } from '../../application/request-access.js';
import {
  ACCESS_REQUEST_EXAMPLE,
  type AccessRequestResponse,
  toAccessRequestResponse,
} from './access-request-response.js';
import { AccessRequestBody } from './access-request.dto.js';

type Named = Success<{ access_request: AccessRequestResponse; message: string }>;

const ASKED = 'Every owner was mailed.';
const DECIDING = [
  'UNAUTHORIZED',
  'STEP_UP_REQUIRED',
  'VALIDATION_FAILED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
] as const;

@ApiTags('Organizations')
@Controller('api/v1/organizations/:org_id/access-requests')
export class AccessRequestsController {
  constructor(
    private readonly requestAccess: RequestAccess,
    private readonly decide: DecideAccessRequest,
    private readonly listAccessRequests: ListAccessRequests,
    private readonly clock: Clock,
  ) {}

  @Post()
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Ask the owners to approve an act, or use the emergency procedure (system administrators)',
    description:
      'Owners have 72 hours to answer; what they approve is good for that one act within 24 hours, or for an hour for ' +
      '`act_as_owner`. With `emergency`, which `act_as_owner` and `reset_factors` know, it is in force at once and for an hour, ' +
      'and any owner can end it; then there is none for a day (409). Every owner is mailed either way.',
    status: 201,
    example: named({ access_request: ACCESS_REQUEST_EXAMPLE }, ASKED),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
  })
  async request(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() body: AccessRequestBody,
  ): Promise<Named> {
    const { kind, reason, emergency, email, role_id, user_id, connection_id, configuration_version } = body;
    const request = await this.requestAccess.execute(caller, organizationId, {
      kind,
      reason,
      isEmergency: emergency ?? false,
      email: email ?? null,
      roleId: role_id ?? null,
      userId: user_id ?? null,
      connectionId: connection_id ?? null,
      configurationVersion: configuration_version ?? null,
    });
    return named({ access_request: toAccessRequestResponse(request, this.clock.now()) }, ASKED);
  }

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List what system administrators asked of the owners, the newest first',
    description:
      'For system administrators, and for members who may change the organization. `status` is `requested`, `approved` (in force), ' +
      '`refused`, `used` or `expired`.',
    status: 200,
    example: named(
      { access_requests: [ACCESS_REQUEST_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Access requests listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ access_requests: AccessRequestResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listAccessRequests.execute(caller, organizationId, request);
    const now = this.clock.now();
    const listed = items.map((item) => toAccessRequestResponse(item, now));
    return named({ access_requests: listed, pagination: paginationOf(request, total) }, 'Access requests listed.');
  }

  @Post(':request_id/approve')
  @RequiresStepUp('always')
  @Answers({
    summary: 'Approve a request of a system administrator (owners)',
    description:
      'From then on it is good for 24 hours and for that one act, for `act_as_owner` for one hour. 409 where it was decided already, ' +
      'was used, or has expired.',
    status: 200,
    example: named({ access_request: { ...ACCESS_REQUEST_EXAMPLE, status: 'approved' } }, 'Approved.'),
    errors: DECIDING,
  })
  async approve(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('request_id') requestId: number,
  ): Promise<Named> {
    const request = await this.decide.execute({ caller, organizationId, requestId, decision: 'approved' });
    return named({ access_request: toAccessRequestResponse(request, this.clock.now()) }, 'Approved.');
  }

  @Post(':request_id/refuse')
  @Answers({
    summary: 'Refuse a request of a system administrator, or end what is in force (owners)',
    description:
      'It ends with the next request, an emergency as well. It asks for no fresh proof, for it takes power away and gives none.',
    status: 200,
    example: named({ access_request: { ...ACCESS_REQUEST_EXAMPLE, status: 'refused' } }, 'Refused.'),
    errors: DECIDING,
  })
  async refuse(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('request_id') requestId: number,
  ): Promise<Named> {
    const request = await this.decide.execute({ caller, organizationId, requestId, decision: 'refused' });
    return named({ access_request: toAccessRequestResponse(request, this.clock.now()) }, 'Refused.');
  }
}
