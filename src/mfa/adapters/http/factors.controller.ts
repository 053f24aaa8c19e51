import { Controller, Delete, Get, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ListFactors } from '../../application/list-factors.js';
import { RemoveFactor } from '../../application/remove-factor.js';
import { ReplaceRecoveryCodes } from '../../application/replace-recovery-codes.js';
import { FACTOR_EXAMPLE, type FactorResponse, RECOVERY_CODES_EXAMPLE, toFactorResponse } from './factor-response.js';

@ApiTags('Multi-factor authentication')
@Controller('api/v1/mfa')
export class FactorsController {
  constructor(
    private readonly listFactors: ListFactors,
    private readonly removeFactor: RemoveFactor,
    private readonly replaceRecoveryCodes: ReplaceRecoveryCodes,
  ) {}

  @Get('factors')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List your confirmed second factors and how many recovery codes are left',
    status: 200,
    example: named({ factors: [FACTOR_EXAMPLE], recovery_codes_left: 10 }, 'Factors listed.'),
    errors: ['UNAUTHORIZED'],
  })
  async list(
    @CurrentCaller() caller: Caller,
  ): Promise<Success<{ factors: FactorResponse[]; recovery_codes_left: number; message: string }>> {
    const { factors, recoveryCodesLeft } = await this.listFactors.execute(caller.userId);
    return named({ factors: factors.map(toFactorResponse), recovery_codes_left: recoveryCodesLeft }, 'Factors listed.');
  }

  @Delete('factors/:factor_id')
  @RequiresStepUp()
  @Answers({
    summary: 'Remove a second factor; your other sessions and all device trust end',
    description: 'With the last factor the recovery codes go too, and the password alone is enough again.',
    status: 200,
    example: bare({ success: true }, 'Factor removed.'),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'VALIDATION_FAILED', 'NOT_FOUND', 'BREAK_GLASS_NEEDED'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('factor_id') factorId: number,
  ): Promise<Success<{ success: true }>> {
    await this.removeFactor.execute({ caller, factorId });
    return bare({ success: true }, 'Factor removed.');
  }

  @Post('recovery-codes')
  @RequiresStepUp()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Replace your recovery codes by ten new ones, shown this once',
    status: 200,
    example: named({ recovery_codes: RECOVERY_CODES_EXAMPLE }, 'New recovery codes made.'),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED', 'CONFLICT'],
  })
  async replaceCodes(
    @CurrentCaller() caller: Caller,
  ): Promise<Success<{ recovery_codes: readonly string[]; message: string }>> {
    const codes = await this.replaceRecoveryCodes.execute(caller);
    return named({ recovery_codes: codes }, 'New recovery codes made.');
  }
}
