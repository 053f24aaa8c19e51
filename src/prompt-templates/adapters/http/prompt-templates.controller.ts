import { Body, Controller, Get, Header, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned } from '../../../platform/http/entity-tag.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import type { Caller } from '../../../shared/caller.js';
import { CreateTemplate } from '../../application/create-template.js';
import { ReadTemplate } from '../../application/read-template.js';
import { UpdateTemplate } from '../../application/update-template.js';
import { workingCopyOf } from '../../domain/template-life.js';
import { type TemplateAnswer, TemplateAnswers } from './template-answers.js';
import { TEMPLATE_EXAMPLE } from './template-response.js';
import { CreateTemplateBody, ReplaceTemplateBody, givenBy } from './template.dto.js';
import { VersionChoice, WantedVersion } from './wanted-version.js';

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates')
export class PromptTemplatesController {
  constructor(
    private readonly createTemplate: CreateTemplate,
    private readonly readTemplate: ReadTemplate,
    private readonly updateTemplate: UpdateTemplate,
    private readonly answers: TemplateAnswers,
  ) {}

  @Post()
  @Answers({
    summary: 'Create a prompt template as a draft',
    status: 201,
    example: bare({ ...TEMPLATE_EXAMPLE, status: 'draft', usage_count: 0 }, 'Prompt template created.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateTemplateBody,
    @Res({ passthrough: true }) response: Response,
  ): TemplateAnswer {
    const { organization_id: organizationId, is_public: isPublic = false } = body;
    const template = await this.createTemplate.execute({ caller, organizationId, given: givenBy(body), isPublic });
    return this.answers.one(template, 'Prompt template created.', response);
  }

  @Get(':template_id')
  @VersionChoice()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read a prompt template: what is published of it, an old version, or the working copy',
    description:
      'Drafts and archived templates are found only with `template.write`. `ETag` is of the template, for `If-Match`; ' +
      '`Link` leads to its versions, and to the working copy when that was edited since (RFC 5829).',
    status: 200,
    example: bare(TEMPLATE_EXAMPLE, 'Prompt template found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @WantedVersion() wanted: number | 'draft' | null,
    @Res({ passthrough: true }) response: Response,
  ): TemplateAnswer {
    const { template, hasEdits, hasHistory } = await this.readTemplate.execute(caller, templateId, wanted);
    const place = `/api/v1/prompt-templates/${templateId}`;
    const links = [
      ...(hasHistory ? [`<${place}/versions>; rel="version-history"`] : []),
      ...(hasEdits ? [`<${place}?version=draft>; rel="working-copy"`] : []),
    ];
    if (links.length > 0) response.setHeader('Link', links.join(', '));
    return this.answers.one(template, 'Prompt template found.', response);
  }

  @Put(':template_id')
  @Versioned()
  @Answers({
    summary: 'Replace the working copy of a prompt template',
    description:
      'Every field is needed: nothing is lost by being forgotten. Of a published template readers keep seeing the published ' +
      'version until the edits are published; `is_public` counts at once. An archived one is restored first.',
    status: 200,
    example: bare(TEMPLATE_EXAMPLE, 'Prompt template updated.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'CONFLICT',
      'PRECONDITION_FAILED',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Body() body: ReplaceTemplateBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): TemplateAnswer {
    const order = { caller, templateId, expectedVersion };
    const template = await this.updateTemplate.execute(order, givenBy(body), body.is_public);
    return this.answers.one(workingCopyOf(template), 'Prompt template updated.', response);
  }
}
