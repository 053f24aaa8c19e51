import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned } from '../../../platform/http/entity-tag.js';
import { bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import { Pagination, bareSuccess, listOf, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { CompareVersions } from '../../application/compare-versions.js';
import { ListVersions } from '../../application/list-versions.js';
import { ReadVersion } from '../../application/read-version.js';
import { RestoreVersion } from '../../application/restore-version.js';
import { workingCopyOf } from '../../domain/template-life.js';
import { TemplateAnswers } from './template-answers.js';
import { PromptTemplate } from './template-response.js';
import { type ComparedVersions, VersionPair, VersionPairParams } from './version-pair.js';
import { TemplateDiff, TemplateVersion, TemplateVersionSummary, toDiff, toSummary, toVersion } from './version-response.js';

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates/:template_id/versions')
export class TemplateVersionsController {
  constructor(
    private readonly listVersions: ListVersions,
    private readonly readVersion: ReadVersion,
    private readonly compareVersions: CompareVersions,
    private readonly restoreVersion: RestoreVersion,
    private readonly answers: TemplateAnswers,
  ) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listTemplateVersions',
    summary: 'List the published versions of a prompt template, newest first',
    permissions: ['template.read'],
    description: 'The history of a template that another organization shares is not shown: 403.',
    status: 200,
    answer: namedSuccess({ versions: listOf(TemplateVersionSummary), pagination: Pagination }, 'Versions listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('template_id') templateId: number, @PageParams() page: PageRequest) {
    const { items, total } = await this.listVersions.execute(caller, templateId, page);
    return named({ versions: items.map(toSummary), pagination: paginationOf(page, total) }, 'Versions listed.');
  }

  @Get('diff')
  @VersionPair()
  @Operation({
    id: 'compareTemplateVersions',
    summary: 'Compare two versions of a prompt template, or one with the working copy',
    permissions: ['template.read'],
    status: 200,
    answer: bareSuccess(TemplateDiff, 'Versions compared.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async compare(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @VersionPairParams() { from, to }: ComparedVersions,
  ) {
    const diff = await this.compareVersions.execute(caller, templateId, from, to);
    return bare(toDiff(from, to, diff), 'Versions compared.');
  }

  @Get(':number')
  @Operation({
    id: 'readTemplateVersion',
    summary: 'Read a version of a prompt template',
    permissions: ['template.read'],
    status: 200,
    answer: namedSuccess({ version: TemplateVersion }, 'Version found.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('template_id') templateId: number, @IdParam('number') number: number) {
    const version = await this.readVersion.execute(caller, templateId, number);
    return named({ version: toVersion(version) }, 'Version found.');
  }

  @Post(':number/restore')
  @Versioned()
  @Operation({
    id: 'restoreTemplateVersion',
    summary: 'Make an old version the working copy; publishing makes it a new version',
    permissions: ['template.write'],
    description: 'An archived template is a draft afterwards.',
    status: 200,
    answer: bareSuccess(PromptTemplate, 'Version restored.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  })
  async restore(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @IdParam('number') number: number,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const template = await this.restoreVersion.execute({ caller, templateId, expectedVersion }, number);
    return this.answers.one(workingCopyOf(template), 'Version restored.', response);
  }
}
