import { Body, Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Pagination, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { Clock } from '../../../shared/ports/clock.js';
import { DecideAccessRequest } from '../../application/decide-access-request.js';
import { ListAccessRequests } from '../../application/list-access-requests.js';
import { RequestAccess } from '../../application/request-access.js';
import { shownOutside } from '../../domain/access-request.js';
import { AccessRequest, toAccessRequest } from './access-request-response.js';
import { AccessRequestBody } from './access-request.dto.js';

const ASKED = 'Every owner received a mail.';
const OPEN = 'The same request is already open.';
/** For the examples. */
const DECIDER = { user_id: 2, username: 'olivia', display_name: 'Olivia Okafor' };

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
  @Operation({
    id: 'requestAccess',
    summary: 'Request the owners’ approval for an act, or use the emergency procedure',
    description:
      'System administrators can ask for every kind. Members can ask for a `change` that was refused to them, and for `reset_factors` if the ' +
      'setting `factor_resets` is `needs_approval` (else 409). Owners have 72 hours to answer. An approval is good for that one act within 24 hours, or for an hour for ' +
      '`act_as_owner`. With `emergency`, which `act_as_owner` and `reset_factors` allow, it is in force at once ' +
      'and for an hour, and any owner can end it; then no emergency is possible for a day (409). One is open at a time ' +
      '(409). Every owner receives a mail either way. A `change` is tried first: the refusal with `OWNER_APPROVAL_REQUIRED` ' +
      'has the `change` to send. Approved, it is tried again. What is open already answers 200 with the same request.',
    status: 201,
    answer: namedSuccess({ access_request: AccessRequest }, ASKED),
    also: [
      {
        status: 200,
        meaning: 'The same request is open or in force. Nobody is mailed again.',
        answer: namedSuccess({ access_request: AccessRequest }, OPEN),
      },
    ],
    bodies: {
      give_role: {
        kind: 'give_role',
        reason: 'The new head of analytics; ticket 4711.',
        email: 'vera@delta.example',
        role_id: 1,
      },
      reset_factors: { kind: 'reset_factors', reason: 'The phone is lost; ticket 4712.', user_id: 5 },
      act_as_owner: { kind: 'act_as_owner', reason: 'All owners are on holiday; ticket 4713.', emergency: true },
    } satisfies Readonly<Record<string, AccessRequestBody>>,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  })
  async request(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() body: AccessRequestBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { kind, reason, emergency, email, role_id, user_id, connection_id, configuration_version, change } = body;
    const { request, isNew } = await this.requestAccess.execute(caller, organizationId, {
      kind,
      reason,
      isEmergency: emergency ?? false,
      email: email ?? null,
      roleId: role_id ?? null,
      userId: user_id ?? null,
      connectionId: connection_id ?? null,
      configurationVersion: configuration_version ?? null,
      change: change ?? null,
    });
    const shown = { ...request, subject: shownOutside(request.subject) };
    const answer = { access_request: toAccessRequest(shown, this.clock.now()) };
    if (isNew) return named(answer, ASKED);
    response.status(200);
    return named(answer, OPEN);
  }

  @Get()
  @Paged()
  @Operation({
    id: 'listAccessRequests',
    summary: 'List what the owners were asked for, newest first',
    permissions: ['organization.update'],
    description: 'For system administrators, and for members who may change the organization.',
    status: 200,
    answer: namedSuccess({ access_requests: listOf(AccessRequest), pagination: Pagination }, 'Access requests listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listAccessRequests.execute(caller, organizationId, request);
    const now = this.clock.now();
    const listed = items.map((item) => toAccessRequest(item, now));
    return named({ access_requests: listed, pagination: paginationOf(request, total) }, 'Access requests listed.');
  }

  @Post(':request_id/approve')
  @RequiresStepUp('always')
  @Operation({
    id: 'approveAccessRequest',
    summary: 'Approve a request of another person (owners)',
    permissions: ['organization.update'],
    description:
      'The approval is good for that one act within 24 hours, or for one hour for `act_as_owner`. 409 if the ' +
      'request was decided already, was used, or has expired.',
    status: 200,
    answer: namedSuccess({ access_request: AccessRequest }, 'Approved.', {
      access_request: { status: 'approved', decided_by: DECIDER },
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async approve(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('request_id') requestId: number) {
    const request = await this.decide.execute({ caller, organizationId, requestId, decision: 'approved' });
    return named({ access_request: toAccessRequest(request, this.clock.now()) }, 'Approved.');
  }

  @Post(':request_id/refuse')
  @Operation({
    id: 'refuseAccessRequest',
    summary: 'Refuse a request, or end one that is in force (owners)',
    permissions: ['organization.update'],
    description:
      'Takes effect with the next request, for an emergency too. No fresh proof is needed, since this only takes ' + 'power away.',
    status: 200,
    answer: namedSuccess({ access_request: AccessRequest }, 'Refused.', {
      access_request: { status: 'refused', decided_by: DECIDER },
    }),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async refuse(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('request_id') requestId: number) {
    const request = await this.decide.execute({ caller, organizationId, requestId, decision: 'refused' });
    return named({ access_request: toAccessRequest(request, this.clock.now()) }, 'Refused.');
  }
}
