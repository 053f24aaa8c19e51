import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import type { Caller } from '../../../shared/caller.js';
import { RenderTemplate } from '../../application/render-template.js';
import { RenderBody } from './render.dto.js';

interface RenderResponse {
  readonly text: string;
  readonly token_estimate: number;
  readonly warnings: readonly string[];
  readonly version: number | null;
}

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates')
export class RenderController {
  constructor(private readonly renderTemplate: RenderTemplate) {}

  @Post(':template_id/render')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Fill a prompt template in, without executing it',
    description:
      'Values are put in as they are, in one pass: whatever looks like a placeholder in one stays as it is. Missing, unknown ' +
      'and wrong parameters are one 400 that lists them all. `version` of the answer is null for a working copy.',
    status: 200,
    example: bare(
      {
        text: 'Which are the 10 longest rivers of Europe? Give name and length in kilometres.',
        token_estimate: 27,
        warnings: [],
        version: 3,
      },
      'Prompt template rendered.',
    ),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async render(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Body() body: RenderBody,
  ): Promise<Success<RenderResponse>> {
    const { parameters = {}, version: wanted = null } = body;
    const rendered = await this.renderTemplate.execute({ caller, templateId, version: wanted, parameters });
    const { text, tokenEstimate, warnings, version } = rendered;
    return bare({ text, token_estimate: tokenEstimate, warnings, version }, 'Prompt template rendered.');
  }
}
