import { Body, Controller, Delete, Get, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Done, Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CreateTemplate } from '../../application/create-template.js';
import { DeleteTemplate } from '../../application/delete-template.js';
import { ListTemplates } from '../../application/list-templates.js';
import { ReadTemplate } from '../../application/read-template.js';
import { UpdateTemplate } from '../../application/update-template.js';
import { workingCopyOf } from '../../domain/template-life.js';
import { TemplateAnswers } from './template-answers.js';
import { Filtered, type TemplateQuery, TemplateQueryParams } from './template-query.js';
import { GIVEN, PromptTemplate } from './template-response.js';
import { CreateTemplateBody, ReplaceTemplateBody, givenBy } from './template.dto.js';
import { VersionChoice, WantedVersion } from './wanted-version.js';

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates')
export class PromptTemplatesController {
  constructor(
    private readonly listTemplates: ListTemplates,
    private readonly createTemplate: CreateTemplate,
    private readonly readTemplate: ReadTemplate,
    private readonly updateTemplate: UpdateTemplate,
    private readonly deleteTemplate: DeleteTemplate,
    private readonly answers: TemplateAnswers,
  ) {}

  @Get()
  @Paged()
  @Filtered()
  @Operation({
    id: 'listPromptTemplates',
    summary: 'List prompt templates of your organizations, and those that others share',
    description:
      'Drafts and archived ones are listed only with `template.write`. Filters look at what is shown: of a published ' +
      'template at its published version.',
    status: 200,
    answer: namedSuccess({ prompt_templates: listOf(PromptTemplate), pagination: Pagination }, 'Prompt templates listed.'),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @TemplateQueryParams() query: TemplateQuery, @PageParams() page: PageRequest) {
    const { items, total } = await this.listTemplates.execute({ caller, ...query, page });
    const prompt_templates = await this.answers.many(items);
    return named({ prompt_templates, pagination: paginationOf(page, total) }, 'Prompt templates listed.');
  }

  @Post()
  @Operation({
    id: 'createPromptTemplate',
    summary: 'Create a prompt template as a draft',
    permissions: ['template.write'],
    status: 201,
    answer: bareSuccess(PromptTemplate, 'Prompt template created.', {
      ...GIVEN,
      updated_at: '2026-11-20T09:15:00.000Z',
    }),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'CONFLICT'],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateTemplateBody, @Res({ passthrough: true }) response: Response) {
    const { organization_id: organizationId, workspace_id: workspaceId = null, is_public: isPublic = false } = body;
    const template = await this.createTemplate.execute({ caller, organizationId, workspaceId, given: givenBy(body), isPublic });
    return this.answers.one(template, 'Prompt template created.', response);
  }

  @Get(':template_id')
  @VersionChoice()
  @Operation({
    id: 'readPromptTemplate',
    summary: 'Read a prompt template: what is published of it, an old version, or the working copy',
    permissions: ['template.read'],
    description:
      'Drafts and archived templates are found only with `template.write`. `ETag` is of the template, for `If-Match`; ' +
      '`Link` leads to its versions, and to the working copy when that was edited since (RFC 5829).',
    status: 200,
    answer: bareSuccess(PromptTemplate, 'Prompt template found.'),
    headers: ['ETag', 'Link'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @WantedVersion() wanted: number | 'draft' | null,
    @Res({ passthrough: true }) response: Response,
  ) {
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
  @Operation({
    id: 'updatePromptTemplate',
    summary: 'Replace the working copy of a prompt template',
    permissions: ['template.write'],
    description:
      'Send every field: nothing is lost because it was forgotten. Readers of a published template see the published ' +
      'version until you publish the edits; `is_public` and `workspace_id`, which may be left out, count at once. Restore an archived template first.',
    status: 200,
    answer: bareSuccess(PromptTemplate, 'Prompt template updated.', GIVEN),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Body() body: ReplaceTemplateBody,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const order = { caller, templateId, expectedVersion };
    const template = await this.updateTemplate.execute(order, givenBy(body), { isPublic: body.is_public, movesTo: body.workspace_id });
    return this.answers.one(workingCopyOf(template), 'Prompt template updated.', response);
  }

  @Delete(':template_id')
  @Versioned()
  @Operation({
    id: 'deletePromptTemplate',
    summary: 'Delete a prompt template that was never published; archive the others',
    permissions: ['template.write'],
    status: 200,
    answer: bareSuccess(Done, 'Prompt template deleted.'),
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @ExpectedVersion() expectedVersion: number | null,
  ) {
    await this.deleteTemplate.execute({ caller, templateId, expectedVersion });
    return bare({ success: true }, 'Prompt template deleted.');
  }
}
