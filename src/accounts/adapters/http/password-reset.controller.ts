import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Public } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess, messageSaying } from '../../../platform/http/response-schemas.js';
import { OpenPasswordLink } from '../../application/open-password-link.js';
import { RequestPasswordReset } from '../../application/request-password-reset.js';
import { ResetPassword } from '../../application/reset-password.js';
import { OpenResetBody, ResetPasswordBody, ResetRequestBody } from './recovery.dto.js';
import { requestingNetwork } from './requesting-network.js';

const REQUESTED = 'If an account has this address, we have sent it a mail with a link.';
const OPENED = 'The link is good.';
const RESET = 'Password set. You were signed out everywhere; log in with the new one.';

@Public()
@ApiTags('Authentication')
@Controller('api/auth/password-reset')
export class PasswordResetController {
  constructor(
    private readonly requestPasswordReset: RequestPasswordReset,
    private readonly openPasswordLink: OpenPasswordLink,
    private readonly resetPassword: ResetPassword,
  ) {}

  @Post('request')
  @Operation({
    id: 'requestPasswordReset',
    summary: 'Ask for a link by mail to set a new password',
    description: 'The answer is the same whether or not there is such an account. A new link voids the older ones.',
    status: 202,
    answer: messageSaying(REQUESTED),
    errors: ['RATE_LIMITED'],
  })
  async request(@Body() body: ResetRequestBody) {
    await this.requestPasswordReset.execute({ email: body.email, network: requestingNetwork() });
    return { message: REQUESTED };
  }

  @Post('open')
  @Operation({
    id: 'openPasswordReset',
    summary: 'Find out whether a link to set a new password is still good, and for which account',
    description: 'It spends nothing. For pages, which say that a link is dead before somebody thinks of a password.',
    status: 200,
    answer: bareSuccess(z.object({ username: z.string() }), OPENED, { username: 'olivia' }),
    errors: ['INVALID_RESET_TOKEN', 'RATE_LIMITED'],
  })
  async open(@Body() { token }: OpenResetBody) {
    return bare({ username: await this.openPasswordLink.execute({ token, network: requestingNetwork() }) }, OPENED);
  }

  @Post()
  @Operation({
    id: 'resetPassword',
    summary: 'Set a new password with the token of the mail',
    description:
      'Ends every session and all device trust. It opens no session: the next login still asks for the second ' +
      'factor. A password that is refused leaves the token good.',
    status: 200,
    answer: messageSaying(RESET),
    errors: ['INVALID_RESET_TOKEN', 'RATE_LIMITED'],
  })
  async reset(@Body() body: ResetPasswordBody) {
    const { token, new_password: newPassword } = body;
    await this.resetPassword.execute({ token, newPassword, network: requestingNetwork() });
    return { message: RESET };
  }
}
