import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess, component, listOf } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { RenderTemplate } from '../../application/render-template.js';
import { RenderBody } from './render.dto.js';

const RenderedTemplate = component(
  'RenderedTemplate',
  z.object({
    text: z.string(),
    token_estimate: z.int().min(0).meta({ description: 'An estimate that is never too low.' }),
    warnings: listOf(z.string()),
    version: z.int().min(1).nullable().meta({ description: '`null` for a working copy.' }),
  }),
  {
    text: 'Which are the 10 longest rivers of Europe? Give name and length in kilometres.',
    token_estimate: 27,
    warnings: [],
    version: 1,
  },
);

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates')
export class RenderController {
  constructor(private readonly renderTemplate: RenderTemplate) {}

  @Post(':template_id/render')
  @Operation({
    id: 'renderPromptTemplate',
    summary: 'Render a prompt template without executing it',
    description:
      'Values are put in as they are, in one pass: what looks like a placeholder in a value stays as it is. Missing, unknown ' +
      'and wrong parameters are one 400 that lists them all.',
    status: 200,
    answer: bareSuccess(RenderedTemplate, 'Prompt template rendered.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async render(@CurrentCaller() caller: Caller, @IdParam('template_id') templateId: number, @Body() body: RenderBody) {
    const { parameters = {}, version: wanted = null } = body;
    const rendered = await this.renderTemplate.execute({ caller, templateId, version: wanted, parameters });
    const { text, tokenEstimate, warnings, version } = rendered;
    return bare({ text, token_estimate: tokenEstimate, warnings, version }, 'Prompt template rendered.');
  }
}
