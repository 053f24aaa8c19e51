import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Done, TotalCount, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ListFactors } from '../../application/list-factors.js';
import { RemoveFactor } from '../../application/remove-factor.js';
import { ReplaceRecoveryCodes } from '../../application/replace-recovery-codes.js';
import { Factor, RecoveryCodes, toFactor } from './factor-response.js';

@ApiTags('Multi-factor authentication')
@Controller('api/v1/mfa')
export class FactorsController {
  constructor(
    private readonly listFactors: ListFactors,
    private readonly removeFactor: RemoveFactor,
    private readonly replaceRecoveryCodes: ReplaceRecoveryCodes,
  ) {}

  @Get('factors')
  @Operation({
    id: 'listFactors',
    summary: 'List your confirmed second factors and how many recovery codes are left',
    description: 'Only your own factors.',
    status: 200,
    answer: namedSuccess(
      {
        factors: listOf(Factor),
        recovery_codes_left: z
          .int()
          .min(0)
          .meta({ examples: [9] }),
        total_count: TotalCount,
      },
      'Factors listed.',
    ),
    errors: [],
  })
  async list(@CurrentCaller() caller: Caller) {
    const { factors, recoveryCodesLeft } = await this.listFactors.execute(caller.userId);
    const listed = { factors: factors.map(toFactor), recovery_codes_left: recoveryCodesLeft, total_count: factors.length };
    return named(listed, 'Factors listed.');
  }

  @Delete('factors/:factor_id')
  @RequiresStepUp()
  @Operation({
    id: 'removeFactor',
    summary: 'Remove a second factor; your other sessions and all device trust end',
    description: 'With the last factor the recovery codes end too, and the password alone is enough again.',
    status: 200,
    answer: bareSuccess(Done, 'Factor removed.'),
    errors: ['NOT_FOUND', 'BREAK_GLASS_NEEDED'],
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam('factor_id') factorId: number) {
    await this.removeFactor.execute({ caller, factorId });
    return bare({ success: true }, 'Factor removed.');
  }

  @Post('recovery-codes', 'id')
  @RequiresStepUp()
  @Operation({
    id: 'replaceRecoveryCodes',
    summary: 'Replace your recovery codes with ten new ones, shown this once',
    description: 'Only your own recovery codes.',
    status: 200,
    answer: namedSuccess({ recovery_codes: RecoveryCodes }, 'New recovery codes made.'),
    errors: ['EMAIL_VERIFICATION_REQUIRED', 'CONFLICT'],
  })
  async replaceCodes(@CurrentCaller() caller: Caller) {
    const codes = await this.replaceRecoveryCodes.execute(caller);
    return named({ recovery_codes: codes }, 'New recovery codes made.');
  }
}
