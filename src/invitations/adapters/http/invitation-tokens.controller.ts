import { Body, Controller, Get, Header, Param, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CallerIfKnown, OptionalCaller, Public } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import type { Caller } from '../../../shared/caller.js';
import { AcceptInvitation } from '../../application/accept-invitation.js';
import { ReadInvitation } from '../../application/read-invitation.js';
import { AcceptBody } from './invitation.dto.js';
import {
  ACCEPTANCE_EXAMPLE,
  type AcceptanceResponse,
  PUBLIC_INVITATION_EXAMPLE,
  type PublicInvitationResponse,
  toAcceptanceResponse,
  toPublicResponse,
} from './invitation-response.js';

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
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read an invitation by its token',
    status: 200,
    example: named({ invitation: PUBLIC_INVITATION_EXAMPLE }, 'Invitation found.'),
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_ALREADY_ACCEPTED', 'INVITATION_EXPIRED', 'RATE_LIMITED'],
    isPublic: true,
  })
  async read(
    @Param('invitation_token') token: string,
  ): Promise<Success<{ invitation: PublicInvitationResponse; message: string }>> {
    const { invitation, place } = await this.readInvitation.execute({ token, ip: currentOrigin()?.ip ?? null });
    return named({ invitation: toPublicResponse(invitation, place) }, 'Invitation found.');
  }

  @OptionalCaller()
  @Post('accept')
  @ApiBody({ type: AcceptBody, required: false })
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Accept an invitation, with a new account or with the one that has the invited address',
    description:
      'Whoever is new sends username and password; the account gets the invited address, verified. Whoever has an account ' +
      'with this address sends its access token and no body.',
    status: 200,
    example: named(ACCEPTANCE_EXAMPLE, ACCEPTED),
    errors: [
      'VALIDATION_FAILED',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'INVITATION_NOT_FOUND',
      'CONFLICT',
      'INVITATION_ALREADY_ACCEPTED',
      'INVITATION_EXPIRED',
      'UNSUPPORTED_MEDIA_TYPE',
      'REQUEST_TIMEOUT',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
    isPublic: 'optional',
  })
  async accept(
    @Param('invitation_token') token: string,
    @CallerIfKnown() caller: Caller | null,
    @Body() { username, password }: AcceptBody,
  ): Promise<Success<AcceptanceResponse & { message: string }>> {
    const account = username === undefined || password === undefined ? null : { username, password };
    const ip = currentOrigin()?.ip ?? null;
    const acceptance = await this.acceptInvitation.execute({ token, ip, account, caller });
    return named(toAcceptanceResponse(acceptance), ACCEPTED);
  }
}
