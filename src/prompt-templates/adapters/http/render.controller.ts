import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { forReader } from '../../../platform/http/request-context.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess, component, listOf } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { RenderTemplate } from '../../application/render-template.js';
import { RenderText } from '../../application/render-text.js';
import { RenderBody, RenderTextBody } from './render.dto.js';

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
  constructor(
    private readonly renderTemplate: RenderTemplate,
    private readonly renderText: RenderText,
  ) {}

  @Post('render', 'nothing')
  @Operation({
    id: 'renderText',
    summary: 'Render a text with parameters that is not stored as a template',
    permissions: ['template.write'],
    description: 'For authors: what `POST …/{template_id}/render` answers once it is stored. Nothing is kept.',
    status: 200,
    answer: bareSuccess(RenderedTemplate, 'Text rendered.', { version: null }),
    errors: ['FORBIDDEN'],
  })
  async renderGiven(@CurrentCaller() caller: Caller, @Body() body: RenderTextBody) {
    const { organization_id: organizationId, template_text: text, parameters = [], values = {} } = body;
    const rendered = await this.renderText.execute({ caller, organizationId, text, parameters, values });
    return bare(
      { text: rendered.text, token_estimate: rendered.tokenEstimate, warnings: rendered.warnings.map(forReader), version: null },
      'Text rendered.',
    );
  }

  @Post(':template_id/render', 'nothing')
  @Operation({
    id: 'renderPromptTemplate',
    summary: 'Render a prompt template without executing it',
    permissions: ['template.execute'],
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
    return bare({ text, token_estimate: tokenEstimate, warnings: warnings.map(forReader), version }, 'Prompt template rendered.');
  }
}
