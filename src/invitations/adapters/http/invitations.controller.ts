import { Body, Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { InvitePerson } from '../../application/invite-person.js';
import { ListInvitations } from '../../application/list-invitations.js';
import { ResendInvitation } from '../../application/resend-invitation.js';
import { RevokeInvitation } from '../../application/revoke-invitation.js';
import { InvitationsQuery, InviteBody, ResendBody } from './invitation.dto.js';
import { Invitation, toInvitation } from './invitation-response.js';

/** Nobody knows yet what becomes of the mail. */
const ON_ITS_WAY = { invitation: { mail: { state: 'waiting', reason: null } } } as const;

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
  @Operation({
    id: 'sendInvitation',
    summary: 'Invite a person to a workspace by e-mail',
    permissions: ['member.invite'],
    description:
      'The mail carries the token, which is valid for seven days; no answer ever carries it. The invitation is ' +
      'valid as long as you may invite with this role.',
    status: 201,
    answer: namedSuccess({ invitation: Invitation }, 'Invitation sent.', ON_ITS_WAY),
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  })
  async invite(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @Body() { email, workspace_id, role_id }: InviteBody,
  ) {
    const ids = { organizationId, workspaceId: workspace_id, roleId: role_id };
    const invitation = await this.invitePerson.execute({ caller, ids, email });
    return named({ invitation: toInvitation(invitation) }, 'Invitation sent.');
  }

  @Get()
  @Paged()
  @Operation({
    id: 'listInvitations',
    summary: 'List the invitations of an organization, the oldest first',
    permissions: ['member.invite'],
    description: 'Invitations that ended more than 90 days ago are forgotten.',
    status: 200,
    answer: namedSuccess({ invitations: listOf(Invitation), pagination: Pagination }, 'Invitations listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
    @Query() { status }: InvitationsQuery,
  ) {
    const input = { caller, organizationId, status: status ?? null, request };
    const { items, total } = await this.listInvitations.execute(input);
    const invitations = items.map(toInvitation);
    return named({ invitations, pagination: paginationOf(request, total) }, 'Invitations listed.');
  }

  @Post(':invitation_id/resend')
  @ApiBody({ type: ResendBody, required: false })
  @Operation({
    id: 'resendInvitation',
    summary: 'Send an invitation again, with the same or another role; the new link works for seven days, and the old link stops working',
    permissions: ['member.invite'],
    description: 'Also works for one that has expired. From then on it depends on your permissions instead of the first sender’s.',
    status: 200,
    answer: namedSuccess({ invitation: Invitation }, 'Invitation sent again.', ON_ITS_WAY),
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT', 'INVITATION_ALREADY_ACCEPTED', 'RATE_LIMITED'],
  })
  async resend(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @IdParam('invitation_id') invitationId: number,
    @Body() { role_id: roleId = null }: ResendBody,
  ) {
    const invitation = await this.resendInvitation.execute({ caller, organizationId, invitationId, roleId });
    return named({ invitation: toInvitation(invitation) }, 'Invitation sent again.');
  }

  @Delete(':invitation_id')
  @Operation({
    id: 'revokeInvitation',
    summary: 'Revoke an invitation; its link stops working at once',
    permissions: ['member.invite'],
    status: 200,
    answer: bareSuccess(Done, 'Invitation revoked.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVITATION_ALREADY_ACCEPTED'],
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @IdParam('invitation_id') invitationId: number) {
    await this.revokeInvitation.execute({ caller, organizationId, invitationId });
    return bare({ success: true }, 'Invitation revoked.');
  }
}
