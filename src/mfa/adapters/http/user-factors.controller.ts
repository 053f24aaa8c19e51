import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Done, bareSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ResetUserFactors } from '../../application/reset-user-factors.js';

const FACTORS_GONE = 'All second factors removed. The owner was signed out everywhere and got a mail.';

@ApiTags('System administration')
@Controller('api/v1/users/:user_id')
export class UserFactorsController {
  constructor(private readonly resetUserFactors: ResetUserFactors) {}

  @Post('mfa-reset')
  @RequiresStepUp('always')
  @Operation({
    id: 'resetUserFactors',
    summary: 'Remove every second factor of a person who has lost them all (system administrators)',
    description: 'Ends all sessions and device trust, and voids the mailed links. If the person needs a new link, mail it ' + 'afterwards.',
    status: 200,
    answer: bareSuccess(Done, FACTORS_GONE),
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async resetMfa(@CurrentCaller() caller: Caller, @IdParam('user_id') userId: number) {
    await this.resetUserFactors.execute({ caller, userId });
    return bare({ success: true }, FACTORS_GONE);
  }
}
