import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { KeptForRepeats } from '../../../platform/http/idempotency/idempotency.interceptor.js';
import type { Caller } from '../../../shared/caller.js';
import { BeginStepUp } from '../../application/begin-step-up.js';
import { CompleteStepUp } from '../../application/complete-step-up.js';
import { StepUpCodeBody } from './sign-on.dto.js';

@ApiTags('Authentication')
@Controller('api/auth/step-up/sso')
export class SsoStepUpController {
  constructor(
    private readonly beginStepUp: BeginStepUp,
    private readonly completeStepUp: CompleteStepUp,
  ) {}

  @Post()
  @KeptForRepeats('nothing')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Begin to show again at your identity provider who you are, for what answers STEP_UP_REQUIRED',
    description:
      'Send the browser to `start_url`, with a `return_to` of yours. The provider is asked for a new login (`prompt=login`, `max_age=0`, ' +
      '`ForceAuthn`), and must say when that was. It ends at `return_to` with `step_up_code`, or `error` and `error_description`.',
    status: 201,
    example: {
      start_url: 'https://headgate.example/api/auth/sso/1/start?step_up=kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI',
      expires_in: 300,
    },
    errors: ['UNAUTHORIZED', 'NOT_FOUND', 'STEP_UP_METHOD_REFUSED'],
  })
  async begin(@CurrentCaller() caller: Caller): Promise<{ start_url: string; expires_in: number }> {
    const { startUrl, expiresIn } = await this.beginStepUp.execute(caller);
    return { start_url: startUrl, expires_in: expiresIn };
  }

  @Post('complete')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Complete it in the session that began it; once, within 60 seconds',
    description: 'The session goes on under a new id: its refresh token stays, access tokens from before end.',
    status: 200,
    example: { access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln', token_type: 'bearer', expires_in: 3600 },
    errors: ['VALIDATION_FAILED', 'UNAUTHORIZED', 'UNSUPPORTED_MEDIA_TYPE', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE'],
  })
  async complete(
    @CurrentCaller() caller: Caller,
    @Body() body: StepUpCodeBody,
  ): Promise<{ access_token: string; token_type: 'bearer'; expires_in: number }> {
    const { accessToken, expiresIn } = await this.completeStepUp.execute({ caller, code: body.step_up_code });
    return { access_token: accessToken, token_type: 'bearer', expires_in: expiresIn };
  }
}
