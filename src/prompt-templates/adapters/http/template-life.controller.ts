import { Body, Controller, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned } from '../../../platform/http/entity-tag.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess, id } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ArchiveTemplate } from '../../application/archive-template.js';
import { MarkSystemTemplate } from '../../application/mark-system-template.js';
import { PublishTemplate } from '../../application/publish-template.js';
import { TemplateAnswers } from './template-answers.js';
import { PromptTemplate } from './template-response.js';
import { PublishBody, SystemTemplateBody } from './template.dto.js';

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates')
export class TemplateLifeController {
  constructor(
    private readonly publishTemplate: PublishTemplate,
    private readonly archiveTemplate: ArchiveTemplate,
    private readonly markSystemTemplate: MarkSystemTemplate,
    private readonly answers: TemplateAnswers,
  ) {}

  @Post(':template_id/publish')
  @Versioned()
  @Operation({
    id: 'publishPromptTemplate',
    summary: 'Publish the working copy as the next version',
    permissions: ['template.publish'],
    description:
      'The version never changes again. If nothing was edited since the last version, the answer is 409. Placeholders without a parameter, and ' +
      'parameters without a placeholder, are 400.',
    status: 200,
    answer: bareSuccess(PromptTemplate, 'Prompt template published.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async publish(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Body() { message = '' }: PublishBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const template = await this.publishTemplate.execute({ caller, templateId, expectedVersion }, message);
    return this.answers.one(template, 'Prompt template published.', response);
  }

  @Post(':template_id/archive')
  @Versioned()
  @Operation({
    id: 'archivePromptTemplate',
    summary: 'Archive a prompt template; restoring a version brings it back as a draft',
    permissions: ['template.publish'],
    status: 200,
    answer: bareSuccess(PromptTemplate, 'Prompt template archived.', { status: 'archived' }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async archive(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const template = await this.archiveTemplate.execute({ caller, templateId, expectedVersion });
    return this.answers.one(template, 'Prompt template archived.', response);
  }

  @Put(':template_id/system')
  @Operation({
    id: 'markSystemTemplate',
    summary: 'Make a published prompt template a system template, or an ordinary one again (system administrators)',
    description: 'Every organization may use a system template, and none may change it.',
    status: 200,
    answer: bareSuccess(z.object({ id, is_system_template: z.boolean() }), 'Prompt template updated.', {
      id: 1,
      is_system_template: true,
    }),
    errors: ['FORBIDDEN', 'OWNER_APPROVAL_REQUIRED', 'NOT_FOUND', 'CONFLICT'],
  })
  async mark(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Body() { is_system_template }: SystemTemplateBody,
  ) {
    await this.markSystemTemplate.execute(caller, templateId, is_system_template);
    // No more than that: system administrators do not read the content of templates.
    return bare({ id: templateId, is_system_template }, 'Prompt template updated.');
  }
}
