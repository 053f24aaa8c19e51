import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { KeptForRepeats } from '../../../platform/http/idempotency/idempotency.interceptor.js';
import type { Caller } from '../../../shared/caller.js';
import { ConfirmTotp } from '../../application/confirm-totp.js';
import { EnrolTotp } from '../../application/enrol-totp.js';
import { RECOVERY_CODES_EXAMPLE } from './factor-response.js';
import { ConfirmTotpBody, EnrolTotpBody } from './mfa.dto.js';

interface TotpEnrolmentResponse {
  readonly factor_id: number;
  readonly secret: string;
  readonly otpauth_url: string;
  readonly qr_code: string;
}

const ENROLMENT_EXAMPLE: TotpEnrolmentResponse = {
  factor_id: 3,
  secret: 'NB2W45DFOIZA2YTPNZXXG5DBNRSXGZLD',
  otpauth_url: 'otpauth://totp/Headgate:mia@delta.example?secret=NB2W45DFOIZA2YTPNZXXG5DBNRSXGZLD&issuer=Headgate',
  qr_code: 'data:image/png;base64,iVBORw0KGgo=',
};

const ENROLLED = 'Scan the code with your authenticator app, then confirm with the six digits it shows.';
const CONFIRMED = 'Factor confirmed. Your other sessions were signed out.';

@ApiTags('Multi-factor authentication')
@Controller('api/v1/mfa/totp')
export class TotpController {
  constructor(
    private readonly enrolTotp: EnrolTotp,
    private readonly confirmTotp: ConfirmTotp,
  ) {}

  @Post()
  @KeptForRepeats('id')
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Begin to enrol an authenticator app; the secret is shown this once',
    description: 'It counts as a factor after the confirmation. Beginning again replaces what was not confirmed.',
    status: 201,
    example: bare(ENROLMENT_EXAMPLE, ENROLLED),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'PASSWORD_LOGIN_REQUIRED',
      'EMAIL_VERIFICATION_REQUIRED',
      'VALIDATION_FAILED',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async enrol(@CurrentCaller() caller: Caller, @Body() body: EnrolTotpBody): Promise<Success<TotpEnrolmentResponse>> {
    const name = body.name?.trim() ?? 'Authenticator app';
    const { factorId, secret, url, qrCode } = await this.enrolTotp.execute({ caller, name });
    return bare({ factor_id: factorId, secret, otpauth_url: url, qr_code: qrCode }, ENROLLED);
  }

  @Post(':factor_id/confirm')
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Confirm an authenticator app with a code of it; your other sessions and all device trust end',
    description: 'The first factor of an account brings ten recovery codes, shown this once; later ones bring `null`.',
    status: 200,
    example: named({ recovery_codes: RECOVERY_CODES_EXAMPLE }, CONFIRMED),
    errors: [
      'UNAUTHORIZED',
      'STEP_UP_REQUIRED',
      'PASSWORD_LOGIN_REQUIRED',
      'EMAIL_VERIFICATION_REQUIRED',
      'VALIDATION_FAILED',
      'NOT_FOUND',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async confirm(
    @CurrentCaller() caller: Caller,
    @IdParam('factor_id') factorId: number,
    @Body() body: ConfirmTotpBody,
  ): Promise<Success<{ recovery_codes: readonly string[] | null; message: string }>> {
    const codes = await this.confirmTotp.execute({ caller, factorId, code: body.code });
    return named({ recovery_codes: codes }, CONFIRMED);
  }
}
