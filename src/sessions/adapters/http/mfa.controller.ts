import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller, Public } from '../../../platform/http/authentication.guard.js';
import { DeviceTokenCarrier } from '../../../platform/http/device-token.js';
import type { Caller } from '../../../shared/caller.js';
import { StepUp } from '../../application/step-up.js';
import { VerifyMfa } from '../../application/verify-mfa.js';
import { ProofBody, VerifyMfaBody, proofOf } from './mfa.dto.js';
import {
  type AccessTokenResponse,
  type TokenPairResponse,
  ACCESS_TOKEN_EXAMPLE,
  TOKEN_PAIR_EXAMPLE,
  sessionOrigin,
  toAccessTokenResponse,
  toTokenPairResponse,
} from './token-response.js';

interface VerifiedLoginResponse extends TokenPairResponse {
  readonly device_activation: {
    readonly activation_token: string;
    readonly device_name: string;
    readonly expires_in: number;
  } | null;
}

const VERIFIED_EXAMPLE: VerifiedLoginResponse = {
  ...TOKEN_PAIR_EXAMPLE,
  device_activation: {
    activation_token: 'Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzJrcTA',
    device_name: 'Edge 145 on Windows 11',
    expires_in: 300,
  },
};

@ApiTags('Authentication')
@Controller('api/auth/mfa')
export class MfaController {
  constructor(
    private readonly verifyMfa: VerifyMfa,
    private readonly stepUp: StepUp,
    private readonly deviceToken: DeviceTokenCarrier,
  ) {}

  @Public()
  @Post('verify')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Complete a login that was answered MFA_REQUIRED',
    description:
      'Wrong, used and replayed codes are one answer; the fifth ends the login. `device_activation` is `null` after a ' +
      'recovery code and where an organization does not allow trusted devices.',
    status: 200,
    example: VERIFIED_EXAMPLE,
    errors: [
      'VALIDATION_FAILED',
      'UNAUTHORIZED',
      'FORBIDDEN',
      'SSO_REQUIRED',
      'UNSUPPORTED_MEDIA_TYPE',
      'REQUEST_TIMEOUT',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
    isPublic: true,
  })
  async verify(@Body() body: VerifyMfaBody, @Req() request: Request): Promise<VerifiedLoginResponse> {
    const { pair, activation } = await this.verifyMfa.execute({
      mfaToken: body.mfa_token,
      proof: proofOf(body),
      deviceToken: this.deviceToken.read(request).token,
      origin: sessionOrigin(),
    });
    return {
      ...toTokenPairResponse(pair),
      device_activation: activation && {
        activation_token: activation.activationToken,
        device_name: activation.deviceName,
        expires_in: activation.expiresIn,
      },
    };
  }

  @Post('step-up')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Prove your second factor again, for what answers STEP_UP_REQUIRED',
    description: 'The session goes on under a new id: its refresh token stays, access tokens from before end.',
    status: 200,
    example: ACCESS_TOKEN_EXAMPLE,
    errors: [
      'VALIDATION_FAILED',
      'UNAUTHORIZED',
      'UNSUPPORTED_MEDIA_TYPE',
      'REQUEST_TIMEOUT',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
    ],
  })
  async stepUpSession(@CurrentCaller() caller: Caller, @Body() body: ProofBody): Promise<AccessTokenResponse> {
    return toAccessTokenResponse(await this.stepUp.execute({ caller, proof: proofOf(body) }));
  }
}
