import { Body, Controller, Delete, Get, Header, Post, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { ValidationFailed } from '../../../shared/domain-error.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { InvitePerson } from '../../application/invite-person.js';
import { ListInvitations } from '../../application/list-invitations.js';
import { ResendInvitation } from '../../application/resend-invitation.js';
import { RevokeInvitation } from '../../application/revoke-invitation.js';
import { INVITATION_STATUSES, type InvitationStatus } from '../../domain/invitation.js';
import { InviteBody } from './invitation.dto.js';
import { INVITATION_EXAMPLE, type InvitationResponse, toInvitationResponse } from './invitation-response.js';

type InvitationAnswer = Promise<Success<{ invitation: InvitationResponse; message: string }>>;

@ApiTags('Invitations')
@Controller('api/v1/organizations/:org_id/invitations')
export class InvitationsController {
  constructor(
    private readonly invitePerson: InvitePerson,
    private readonly listInvitations: ListInvitations,
    private readonly resendInvitation: ResendInvitation,
    private readonly revokeInvitation: RevokeInvitation,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Invite somebody to a workspace by e-mail',
    description:
      'The mail has the token, valid for seven days; no answer ever has it. The invitation stands as long as you may invite ' +
      'with this role.',
    status: 201,
    example: named({ invitation: INVITATION_EXAMPLE }, 'Invitation sent.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'OWNER_APPROVAL_REQUIRED',
      'NOT_FOUND',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
  })
  async invite(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { email, workspace_id, role_id }: InviteBody,
  ): InvitationAnswer {
    const ids = { organizationId, workspaceId: workspace_id, roleId: role_id };
    const invitation = await this.invitePerson.execute({ caller, ids, email });
    return named({ invitation: toInvitationResponse(invitation) }, 'Invitation sent.');
  }

  @Get()
  @Paged()
  @ApiQuery({ name: 'status', required: false, enum: INVITATION_STATUSES })
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the invitations of an organization, the oldest first',
    description: 'Invitations that ended more than 90 days ago are forgotten.',
    status: 200,
    example: named(
      { invitations: [INVITATION_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Invitations listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
    @Query('status') status: unknown,
  ): Promise<Success<{ invitations: InvitationResponse[]; pagination: Pagination; message: string }>> {
    if (status !== undefined && !isStatus(status)) {
      const message = `Must be one of ${INVITATION_STATUSES.join(', ')}.`;
      throw new ValidationFailed([{ field: 'status', message }]);
    }
    const input = { caller, organizationId, status: status ?? null, request };
    const { items, total } = await this.listInvitations.execute(input);
    const invitations = items.map(toInvitationResponse);
    return named({ invitations, pagination: paginationOf(request, total) }, 'Invitations listed.');
  }

  @Post(':invitation_id/resend')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Send an invitation again, with a new link for seven more days; the old link ends',
    description: 'Also for one that has expired. From then on it stands on your word instead of the first sender’s.',
    status: 200,
    example: named({ invitation: INVITATION_EXAMPLE }, 'Invitation sent again.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'OWNER_APPROVAL_REQUIRED',
      'NOT_FOUND',
      'CONFLICT',
      'INVITATION_ALREADY_ACCEPTED',
      'RATE_LIMITED',
    ],
  })
  async resend(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('invitation_id') invitationId: number,
  ): InvitationAnswer {
    const invitation = await this.resendInvitation.execute({ caller, organizationId, invitationId });
    return named({ invitation: toInvitationResponse(invitation) }, 'Invitation sent again.');
  }

  @Delete(':invitation_id')
  @Answers({
    summary: 'Revoke an invitation; its link ends at once',
    status: 200,
    example: bare({ success: true }, 'Invitation revoked.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'INVITATION_ALREADY_ACCEPTED'],
  })
  async revoke(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('invitation_id') invitationId: number,
  ): Promise<Success<{ success: true }>> {
    await this.revokeInvitation.execute({ caller, organizationId, invitationId });
    return bare({ success: true }, 'Invitation revoked.');
  }
}

function isStatus(value: unknown): value is InvitationStatus {
  return INVITATION_STATUSES.some((status) => status === value);
}
