import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { StartPasswordReset } from '../../application/start-password-reset.js';

const STARTED = 'A mail with a link to choose a new password is on its way to the owner.';

@ApiTags('System administration')
@Controller('api/v1/users/:user_id')
export class UserCredentialsController {
  constructor(private readonly startPasswordReset: StartPasswordReset) {}

  @Post('password-reset')
  @RequiresStepUp('always')
  @Answers({
    summary: 'Have a link mailed to the owner by which they choose a new password (system administrators)',
    description: 'The old password works until then. The link voids older ones; the administrator never sees it.',
    status: 202,
    example: bare({ success: true }, STARTED),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'RATE_LIMITED',
    ],
  })
  async resetPassword(
    @CurrentCaller() caller: Caller,
    @IdParam('user_id') userId: number,
  ): Promise<Success<{ success: true }>> {
    await this.startPasswordReset.execute({ caller, userId });
    return bare({ success: true }, STARTED);
  }
}
