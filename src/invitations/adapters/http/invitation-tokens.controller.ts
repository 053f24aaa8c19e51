import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../platform/http/operation.js';
import { CallerIfKnown, OptionalCaller, Public } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { namedSuccess } from '../../../platform/http/response-schemas.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import { AcceptInvitation } from '../../application/accept-invitation.js';
import { ReadInvitation } from '../../application/read-invitation.js';
import { AcceptBody } from './invitation.dto.js';
import { OfferedInvitation, Acceptance, toAcceptance, toOfferedInvitation } from './invitation-response.js';

const ACCEPTED = 'Invitation accepted.';

@ApiTags('Invitations')
@Controller('api/v1/invitations/:invitation_token')
export class InvitationTokensController {
  constructor(
    private readonly readInvitation: ReadInvitation,
    private readonly acceptInvitation: AcceptInvitation,
  ) {}

  @Public()
  @Get()
  @Operation({
    id: 'readInvitation',
    summary: 'Read an invitation by its token',
    status: 200,
    answer: namedSuccess({ invitation: OfferedInvitation }, 'Invitation found.'),
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_ALREADY_ACCEPTED', 'INVITATION_EXPIRED', 'RATE_LIMITED'],
  })
  async read(@Param('invitation_token') token: string) {
    const { invitation, place, signOn } = await this.readInvitation.execute({ token, ip: currentOrigin()?.ip ?? null });
    return named({ invitation: toOfferedInvitation(invitation, place, signOn) }, 'Invitation found.');
  }

  @OptionalCaller()
  @Post('accept')
  @ApiBody({ type: AcceptBody, required: false })
  @Operation({
    id: 'acceptInvitation',
    summary: 'Accept an invitation, with a new account or with the one that has the invited address',
    description:
      'New people send username and password; the account gets the invited address, verified. If an account with ' +
      'this address exists, send its access token and no body.',
    status: 200,
    answer: namedSuccess(Acceptance.shape, ACCEPTED),
    errors: [
      'FORBIDDEN',
      'INVITATION_NOT_FOUND',
      'CONFLICT',
      'INVITATION_ALREADY_ACCEPTED',
      'INVITATION_EXPIRED',
      'RATE_LIMITED',
    ],
  })
  async accept(
    @Param('invitation_token') token: string,
    @CallerIfKnown() caller: Caller | null,
    @Body() { username, password }: AcceptBody,
  ) {
    const account = username === undefined || password === undefined ? null : { username, password };
    const ip = currentOrigin()?.ip ?? null;
    const accepted = await this.acceptInvitation.execute({ token, ip, account, caller });
    return named(toAcceptance(accepted), ACCEPTED);
  }
}
