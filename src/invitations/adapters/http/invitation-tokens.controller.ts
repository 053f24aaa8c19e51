import { Body, Controller, Get, Param } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../platform/http/operation.js';
import { CallerIfKnown, OptionalCaller, Public } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Done, bareSuccess, namedSuccess } from '../../../platform/http/response-schemas.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import { AcceptInvitation } from '../../application/accept-invitation.js';
import { DeclineInvitation } from '../../application/decline-invitation.js';
import { ReadInvitation } from '../../application/read-invitation.js';
import { AcceptBody, JoinBody, OpenInvitationBody } from './invitation.dto.js';
import { OfferedInvitation, Acceptance, toAcceptance, toOfferedInvitation } from './invitation-response.js';

const FOUND = 'Invitation found.';
const ACCEPTED = 'Invitation accepted.';
const READ = {
  answer: namedSuccess({ invitation: OfferedInvitation }, FOUND),
  errors: ['INVITATION_NOT_FOUND', 'INVITATION_ALREADY_ACCEPTED', 'INVITATION_EXPIRED', 'RATE_LIMITED'],
} as const;
const ACCEPT = {
  answer: namedSuccess(Acceptance.shape, ACCEPTED),
  errors: ['FORBIDDEN', 'INVITATION_NOT_FOUND', 'CONFLICT', 'INVITATION_ALREADY_ACCEPTED', 'INVITATION_EXPIRED', 'RATE_LIMITED'],
} as const;

@ApiTags('Invitations')
@Controller('api/v1/invitations')
export class InvitationTokensController {
  constructor(
    private readonly readInvitation: ReadInvitation,
    private readonly acceptInvitation: AcceptInvitation,
    private readonly declineInvitation: DeclineInvitation,
  ) {}

  @Public()
  @Post('open', 'nothing')
  @Operation({
    id: 'openInvitation',
    summary: 'Read an invitation by the token in the body',
    description: 'For pages: proxies write paths into their logs.',
    status: 200,
    ...READ,
  })
  open(@Body() { token }: OpenInvitationBody) {
    return this.read(token);
  }

  @OptionalCaller()
  @Post('accept')
  @Operation({
    id: 'joinByInvitation',
    summary: 'Accept an invitation by the token in the body',
    description:
      'New people send username and password; the account gets the invited address, verified. If an account with ' +
      'this address exists, send its access token and only the token of the invitation.',
    status: 200,
    ...ACCEPT,
  })
  join(@CallerIfKnown() caller: Caller | null, @Body() { token, ...account }: JoinBody) {
    return this.accept(token, caller, account);
  }

  @Public()
  @Post('decline', 'nothing')
  @Operation({
    id: 'declineInvitation',
    summary: 'Decline an invitation by the token in the body; its link stops working at once',
    status: 200,
    answer: bareSuccess(Done, 'Invitation declined.'),
    errors: READ.errors,
  })
  async decline(@Body() { token }: OpenInvitationBody) {
    await this.declineInvitation.execute({ token, ip: currentOrigin()?.ip ?? null });
    return bare({ success: true }, 'Invitation declined.');
  }

  @Public()
  @Get(':invitation_token')
  @Operation({
    id: 'readInvitation',
    summary: 'Read an invitation by its token',
    status: 200,
    ...READ,
  })
  async read(@Param('invitation_token') token: string) {
    const { invitation, place, signOn } = await this.readInvitation.execute({ token, ip: currentOrigin()?.ip ?? null });
    return named({ invitation: toOfferedInvitation(invitation, place, signOn) }, FOUND);
  }

  @OptionalCaller()
  @Post(':invitation_token/accept')
  @ApiBody({ type: AcceptBody, required: false })
  @Operation({
    id: 'acceptInvitation',
    summary: 'Accept an invitation, with a new account or with the one that has the invited address',
    deprecated: { since: '2026-11-29', sunset: '2027-06-01', instead: 'joinByInvitation' },
    description: 'Paths are kept in logs. Apart from the token, it takes the same as `joinByInvitation`.',
    status: 200,
    ...ACCEPT,
  })
  async accept(
    @Param('invitation_token') token: string,
    @CallerIfKnown() caller: Caller | null,
    @Body() { username, password, display_name: displayName = null }: AcceptBody,
  ) {
    const account = username === undefined || password === undefined ? null : { username, password, displayName };
    const ip = currentOrigin()?.ip ?? null;
    const accepted = await this.acceptInvitation.execute({ token, ip, account, caller });
    return named(toAcceptance(accepted), ACCEPTED);
  }
}
