import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller, Public } from '../../../platform/http/authentication.guard.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import { KeptForRepeats } from '../../../platform/http/idempotency/idempotency.interceptor.js';
import type { Caller } from '../../../shared/caller.js';
import { networkOf } from '../../../shared/network.js';
import { BeginAssertion } from '../../application/begin-assertion.js';
import { BeginRegistration } from '../../application/begin-registration.js';
import { RegisterWebauthn } from '../../application/register-webauthn.js';
import { FACTOR_EXAMPLE, type FactorResponse, RECOVERY_CODES_EXAMPLE, toFactorResponse } from './factor-response.js';
import { MfaTokenBody, RegisterWebauthnBody } from './mfa.dto.js';

const REQUEST_EXAMPLE = {
  rpId: 'headgate.example',
  challenge: 'x3uTzQ7l9dEoYpJmWbKcVg',
  allowCredentials: [{ id: 'AbCdEf', type: 'public-key', transports: ['internal'] }],
  timeout: 300_000,
  userVerification: 'preferred',
};

const CREATION_EXAMPLE = {
  rp: { id: 'headgate.example', name: 'Headgate' },
  user: { id: 'NQ', name: 'mia', displayName: '' },
  challenge: 'x3uTzQ7l9dEoYpJmWbKcVg',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
};

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
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Options for navigator.credentials.get(), for a login that was answered MFA_REQUIRED',
    status: 200,
    example: REQUEST_EXAMPLE,
    errors: [
      'VALIDATION_FAILED',
      'UNAUTHORIZED',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'REQUEST_TIMEOUT',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
    isPublic: true,
  })
  loginOptions(@Body() body: MfaTokenBody): Promise<object> {
    return this.beginAssertion.forLogin({
      mfaToken: body.mfa_token,
      network: networkOf(currentOrigin()?.ip ?? null),
    });
  }

  @Post('auth/mfa/step-up/webauthn/options')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Options for navigator.credentials.get(), for a step-up of this session',
    status: 200,
    example: REQUEST_EXAMPLE,
    errors: ['UNAUTHORIZED', 'CONFLICT'],
  })
  stepUpOptions(@CurrentCaller() caller: Caller): Promise<object> {
    return this.beginAssertion.forStepUp(caller);
  }

  @Post('v1/mfa/webauthn/options')
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Options for navigator.credentials.create(), to register a passkey or security key',
    status: 200,
    example: bare(CREATION_EXAMPLE, BEGUN),
    errors: ['UNAUTHORIZED', 'STEP_UP_REQUIRED', 'PASSWORD_LOGIN_REQUIRED', 'EMAIL_VERIFICATION_REQUIRED', 'CONFLICT'],
  })
  async registrationOptions(@CurrentCaller() caller: Caller): Promise<Success<object>> {
    return bare(await this.beginRegistration.execute(caller), BEGUN);
  }

  @Post('v1/mfa/webauthn')
  @KeptForRepeats('id')
  @RequiresStepUp('always')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Register a passkey or security key as a second factor; your other sessions and all device trust end',
    status: 201,
    example: named(
      { factor: { ...FACTOR_EXAMPLE, type: 'webauthn' }, recovery_codes: RECOVERY_CODES_EXAMPLE },
      REGISTERED,
    ),
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
  async register(
    @CurrentCaller() caller: Caller,
    @Body() body: RegisterWebauthnBody,
  ): Promise<Success<{ factor: FactorResponse; recovery_codes: readonly string[] | null; message: string }>> {
    const input = { caller, name: body.name?.trim() ?? 'Passkey', attestation: body.attestation };
    const { factor, recoveryCodes } = await this.registerWebauthn.execute(input);
    return named({ factor: toFactorResponse(factor), recovery_codes: recoveryCodes }, REGISTERED);
  }
}
