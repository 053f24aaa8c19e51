import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentCaller, Public } from '../../../platform/http/authentication.guard.js';
import { DeviceTokenCarrier } from '../../../platform/http/device-token.js';
import { Operation } from '../../../platform/http/operation.js';
import type { Caller } from '../../../shared/caller.js';
import { StepUp } from '../../application/step-up.js';
import { VerifyMfa } from '../../application/verify-mfa.js';
import { ProofBody, VerifyMfaBody, proofOf } from './mfa.dto.js';
import { AccessToken, VerifiedLogin, sessionOrigin, toAccessToken, toDeviceActivation, toIssuedTokens } from './token-response.js';

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
  @Operation({
    id: 'verifyMfa',
    summary: 'Complete a login that was answered MFA_REQUIRED',
    description:
      'Wrong, used and replayed codes get one answer; the fifth ends the login. `device_activation` is `null` ' +
      'after a recovery code, and when an organization does not allow trusted devices.',
    status: 200,
    answer: VerifiedLogin,
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'SSO_REQUIRED', 'RATE_LIMITED'],
  })
  async verify(@Body() body: VerifyMfaBody, @Req() request: Request): Promise<VerifiedLogin> {
    const { pair, activation } = await this.verifyMfa.execute({
      mfaToken: body.mfa_token,
      proof: proofOf(body),
      deviceToken: this.deviceToken.read(request).token,
      origin: sessionOrigin(),
    });
    return {
      ...toIssuedTokens(pair),
      device_activation: toDeviceActivation(activation),
    };
  }

  @Post('step-up')
  @Operation({
    id: 'stepUpWithFactor',
    summary: 'Step up with your second factor',
    description: 'The session continues under a new id: its refresh token stays, older access tokens end.',
    status: 200,
    answer: AccessToken,
    errors: ['RATE_LIMITED'],
  })
  async stepUpSession(@CurrentCaller() caller: Caller, @Body() body: ProofBody): Promise<AccessToken> {
    return toAccessToken(await this.stepUp.execute({ caller, proof: proofOf(body) }));
  }
}
