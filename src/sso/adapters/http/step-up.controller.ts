import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { Operation } from '../../../platform/http/operation.js';
import type { Caller } from '../../../shared/caller.js';
import { BeginStepUp } from '../../application/begin-step-up.js';
import { CompleteStepUp } from '../../application/complete-step-up.js';
import { StepUpCodeBody } from './sign-on.dto.js';

const START_URL = 'https://headgate.example/api/auth/sso/1/start?step_up=kq0Zb2hVQ0dJd3l4bG9uZ19yYW5kb21fdG9rZW5fMzI';

@ApiTags('Authentication')
@Controller('api/auth/step-up/sso')
export class SsoStepUpController {
  constructor(
    private readonly beginStepUp: BeginStepUp,
    private readonly completeStepUp: CompleteStepUp,
  ) {}

  @Post()
  @Operation({
    id: 'beginSsoStepUp',
    summary: 'Begin a step-up at your identity provider',
    description:
      'Send the browser to `start_url`, with one of your `return_to` addresses. The provider is asked for a new ' +
      'login (`prompt=login`, `max_age=1`, `ForceAuthn`), and must say when that was. It ends at `return_to` ' +
      'with `step_up_code`, or `error` and `error_description`.',
    status: 201,
    answer: z.object({
      start_url: z.string().meta({ examples: [START_URL] }),
      expires_in: z.int().meta({ description: 'Seconds.', examples: [300] }),
    }),
    errors: ['NOT_FOUND', 'STEP_UP_METHOD_REFUSED'],
  })
  async begin(@CurrentCaller() caller: Caller) {
    const { startUrl, expiresIn } = await this.beginStepUp.execute(caller);
    return { start_url: startUrl, expires_in: expiresIn };
  }

  @Post('complete')
  @Operation({
    id: 'completeSsoStepUp',
    summary: 'Complete a step-up at the identity provider, in the session that began it; works once, within 60 seconds',
    description: 'The session continues under a new id: its refresh token stays, older access tokens end.',
    status: 200,
    answer: z.object({
      access_token: z.string().meta({ examples: ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln'] }),
      token_type: z.literal('bearer'),
      expires_in: z.int().meta({ description: 'Seconds.', examples: [3600] }),
    }),
    errors: [],
  })
  async complete(@CurrentCaller() caller: Caller, @Body() body: StepUpCodeBody) {
    const { accessToken, expiresIn } = await this.completeStepUp.execute({ caller, code: body.step_up_code });
    return { access_token: accessToken, token_type: 'bearer' as const, expires_in: expiresIn };
  }
}
