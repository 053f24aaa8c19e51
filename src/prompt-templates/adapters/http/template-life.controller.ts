import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned } from '../../../platform/http/entity-tag.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import type { Caller } from '../../../shared/caller.js';
import { PublishTemplate } from '../../application/publish-template.js';
import { type TemplateAnswer, TemplateAnswers } from './template-answers.js';
import { TEMPLATE_EXAMPLE } from './template-response.js';
import { PublishBody } from './template.dto.js';

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates')
export class TemplateLifeController {
  constructor(
    private readonly publishTemplate: PublishTemplate,
    private readonly answers: TemplateAnswers,
  ) {}

  @Post(':template_id/publish')
  @Versioned()
  @Answers({
    summary: 'Publish the working copy as the next version',
    description:
      'The version never changes again. Without edits since the last one it is 409; placeholders without a parameter, and ' +
      'parameters without a placeholder, are 400.',
    status: 200,
    example: bare(TEMPLATE_EXAMPLE, 'Prompt template published.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'PRECONDITION_FAILED',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  })
  async publish(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Body() { message = '' }: PublishBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): TemplateAnswer {
    const template = await this.publishTemplate.execute({ caller, templateId, expectedVersion }, message);
    return this.answers.one(template, 'Prompt template published.', response);
  }
}
