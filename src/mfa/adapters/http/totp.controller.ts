import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { bareSuccess, component, id, namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { ConfirmTotp } from '../../application/confirm-totp.js';
import { EnrolTotp } from '../../application/enrol-totp.js';
import { RecoveryCodes } from './factor-response.js';
import { ConfirmTotpBody, EnrolTotpBody } from './mfa.dto.js';

const TotpEnrolment = component(
  'TotpEnrolment',
  z.object({
    factor_id: id,
    secret: z.string().meta({ description: 'In base 32, for an app that cannot scan.' }),
    otpauth_url: z.string(),
    qr_code: z.string().meta({ description: 'The same URL as a picture: a `data:` URL of a PNG.' }),
  }),
  {
    factor_id: 3,
    secret: 'NB2W45DFOIZA2YTPNZXXG5DBNRSXGZLD',
    otpauth_url:
      'otpauth://totp/Headgate%20headgate.example:mia%40delta.example%20(iPad)?secret=NB2W45DFOIZA2YTPNZXXG5DBNRSXGZLD&issuer=Headgate%20headgate.example',
    qr_code: 'data:image/png;base64,iVBORw0KGgo=',
  },
);

const ENROLLED = 'Scan the code with your authenticator app, then confirm with the six digits it shows.';
const CONFIRMED = 'Factor confirmed. Your other sessions were signed out.';

@ApiTags('Multi-factor authentication')
@Controller('api/v1/mfa/totp')
export class TotpController {
  constructor(
    private readonly enrolTotp: EnrolTotp,
    private readonly confirmTotp: ConfirmTotp,
  ) {}

  @Post('', 'id')
  @RequiresStepUp('always')
  @Operation({
    id: 'enrolTotp',
    summary: 'Begin to enrol an authenticator app; the secret is shown this once',
    description:
      'It counts as a factor once you have confirmed it. Beginning again replaces an enrolment that you have not ' + 'confirmed.',
    status: 201,
    answer: bareSuccess(TotpEnrolment, ENROLLED),
    errors: ['PASSWORD_LOGIN_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED', 'CONFLICT'],
  })
  async enrol(@CurrentCaller() caller: Caller, @Body() body: EnrolTotpBody) {
    const name = body.name?.trim() ?? 'Authenticator app';
    const { factorId, secret, url, qrCode } = await this.enrolTotp.execute({ caller, name });
    return bare({ factor_id: factorId, secret, otpauth_url: url, qr_code: qrCode }, ENROLLED);
  }

  @Post(':factor_id/confirm', 'id')
  @RequiresStepUp('always')
  @Operation({
    id: 'confirmTotp',
    summary: 'Confirm an authenticator app with one of its codes; your other sessions and all device trust end',
    description: 'The first factor of an account comes with ten recovery codes, shown this once; later factors answer `null`.',
    status: 200,
    answer: namedSuccess({ recovery_codes: RecoveryCodes.nullable() }, CONFIRMED),
    errors: ['PASSWORD_LOGIN_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async confirm(@CurrentCaller() caller: Caller, @IdParam('factor_id') factorId: number, @Body() body: ConfirmTotpBody) {
    const codes = await this.confirmTotp.execute({ caller, factorId, code: body.code });
    return named({ recovery_codes: codes }, CONFIRMED);
  }
}
