import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, Public } from '../../../platform/http/authentication.guard.js';
import { Operation } from '../../../platform/http/operation.js';
import { messageSaying } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { RequestEmailVerification } from '../../application/request-email-verification.js';
import { VerifyEmail } from '../../application/verify-email.js';
import { VerifyEmailBody } from './recovery.dto.js';
import { requestingNetwork } from './requesting-network.js';

const REQUESTED = 'A mail with a link is on its way to your address.';
const VERIFIED_ALREADY = 'Your e-mail address is already verified.';
const VERIFIED = 'E-mail address verified.';

@ApiTags('Authentication')
@Controller('api/auth/email-verification')
export class EmailVerificationController {
  constructor(
    private readonly requestEmailVerification: RequestEmailVerification,
    private readonly verifyEmail: VerifyEmail,
  ) {}

  @Post('request')
  @Operation({
    id: 'requestEmailVerification',
    summary: 'Have a link mailed to you that verifies your e-mail address',
    description:
      'The link is good for a day, and a new link voids the older ones. If the address is verified already, no ' + 'mail is sent.',
    status: 202,
    answer: messageSaying(REQUESTED),
    errors: ['RATE_LIMITED'],
  })
  async request(@CurrentCaller() caller: Caller) {
    const isOnItsWay = await this.requestEmailVerification.execute(caller);
    return { message: isOnItsWay ? REQUESTED : VERIFIED_ALREADY };
  }

  @Public()
  @Post()
  @Operation({
    id: 'verifyEmail',
    summary: 'Verify an e-mail address with the token of the mail',
    status: 200,
    answer: messageSaying(VERIFIED),
    errors: ['INVALID_VERIFICATION_TOKEN', 'RATE_LIMITED'],
  })
  async verify(@Body() body: VerifyEmailBody) {
    await this.verifyEmail.execute({ token: body.token, network: requestingNetwork() });
    return { message: VERIFIED };
  }
}
