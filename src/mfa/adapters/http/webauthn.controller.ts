import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../platform/http/operation.js';
import { CurrentCaller, Public } from '../../../platform/http/authentication.guard.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { Post as KeyedPost } from '../../../platform/http/idempotency/post.js';
import { bareSuccess, namedSuccess } from '../../../platform/http/response-schemas.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { networkOf } from '../../../shared/network.js';
import { BeginAssertion } from '../../application/begin-assertion.js';
import { BeginRegistration } from '../../application/begin-registration.js';
import { RegisterWebauthn } from '../../application/register-webauthn.js';
import { Factor, RecoveryCodes, toFactor } from './factor-response.js';
import { MfaTokenBody, RegisterWebauthnBody } from './mfa.dto.js';
import { AssertionOptions, RegistrationOptions } from './webauthn-response.js';

const BEGUN = 'Create the credential within five minutes.';
const REGISTERED = 'Passkey registered. Your other sessions were signed out.';

@ApiTags('Multi-factor authentication')
@Controller('api')
export class WebauthnController {
  constructor(
    private readonly beginAssertion: BeginAssertion,
    private readonly beginRegistration: BeginRegistration,
    private readonly registerWebauthn: RegisterWebauthn,
  ) {}

  @Public()
  @Post('auth/mfa/webauthn/options')
  @Operation({
    id: 'beginLoginAssertion',
    summary: 'Get the options for `navigator.credentials.get()`, to complete a login',
    status: 200,
    answer: AssertionOptions,
    errors: ['UNAUTHORIZED', 'CONFLICT', 'RATE_LIMITED'],
  })
  loginOptions(@Body() body: MfaTokenBody) {
    return this.beginAssertion.forLogin({
      mfaToken: body.mfa_token,
      network: networkOf(currentOrigin()?.ip ?? null),
    });
  }

  @Post('auth/mfa/step-up/webauthn/options')
  @Operation({
    id: 'beginStepUpAssertion',
    summary: 'Get the options for `navigator.credentials.get()`, for a step-up',
    description: 'Only with your own passkeys and security keys.',
    status: 200,
    answer: AssertionOptions,
    errors: ['CONFLICT'],
  })
  stepUpOptions(@CurrentCaller() caller: Caller) {
    return this.beginAssertion.forStepUp(caller);
  }

  @KeyedPost('v1/mfa/webauthn/options')
  @RequiresStepUp('always')
  @Operation({
    id: 'beginWebauthnRegistration',
    summary: 'Get the options for `navigator.credentials.create()`, to register a passkey or security key',
    description: 'Only for your own account.',
    status: 200,
    answer: bareSuccess(RegistrationOptions, BEGUN),
    errors: ['PASSWORD_LOGIN_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED', 'CONFLICT'],
  })
  async registrationOptions(@CurrentCaller() caller: Caller) {
    return bare(await this.beginRegistration.execute(caller), BEGUN);
  }

  @KeyedPost('v1/mfa/webauthn', 'id')
  @RequiresStepUp('always')
  @Operation({
    id: 'registerWebauthn',
    summary: 'Register a passkey or security key as a second factor; your other sessions and all device trust end',
    description: 'The first factor of an account comes with ten recovery codes, shown this once; later factors answer `null`.',
    status: 201,
    answer: namedSuccess({ factor: Factor, recovery_codes: RecoveryCodes.nullable() }, REGISTERED, {
      factor: { last_used_at: null },
      recovery_codes: null,
    }),
    errors: ['PASSWORD_LOGIN_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED', 'CONFLICT'],
  })
  async register(@CurrentCaller() caller: Caller, @Body() body: RegisterWebauthnBody) {
    const input = { caller, name: body.name?.trim() ?? 'Passkey', attestation: body.attestation };
    const { factor, recoveryCodes } = await this.registerWebauthn.execute(input);
    return named({ factor: toFactor(factor), recovery_codes: recoveryCodes }, REGISTERED);
  }
}
