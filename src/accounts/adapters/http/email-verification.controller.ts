import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller, Public } from '../../../platform/http/authentication.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { RequestEmailVerification } from '../../application/request-email-verification.js';
import { VerifyEmail } from '../../application/verify-email.js';
import { VerifyEmailBody } from './recovery.dto.js';
import { requestingNetwork } from './requesting-network.js';

const REQUESTED = 'A mail with a link is on its way to your address.';
const VERIFIED_ALREADY = 'Your e-mail address is verified already.';
const VERIFIED = 'E-mail address verified.';

@ApiTags('Authentication')
@Controller('api/auth/email-verification')
export class EmailVerificationController {
  constructor(
    private readonly requestEmailVerification: RequestEmailVerification,
    private readonly verifyEmail: VerifyEmail,
  ) {}

  @Post('request')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Have a link mailed to you that verifies your e-mail address',
    description: 'Good for a day; a new link voids the older ones. No mail where the address is verified already.',
    status: 202,
    example: { message: REQUESTED },
    errors: ['UNAUTHORIZED', 'RATE_LIMITED'],
  })
  async request(@CurrentCaller() caller: Caller): Promise<{ message: string }> {
    const isOnItsWay = await this.requestEmailVerification.execute(caller);
    return { message: isOnItsWay ? REQUESTED : VERIFIED_ALREADY };
  }

  @Public()
  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Verify an e-mail address with the token of the mail',
    status: 200,
    example: { message: VERIFIED },
    errors: [
      'VALIDATION_FAILED',
      'INVALID_VERIFICATION_TOKEN',
      'UNSUPPORTED_MEDIA_TYPE',
      'REQUEST_TIMEOUT',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
    isPublic: true,
  })
  async verify(@Body() body: VerifyEmailBody): Promise<{ message: string }> {
    await this.verifyEmail.execute({ token: body.token, network: requestingNetwork() });
    return { message: VERIFIED };
  }
}
