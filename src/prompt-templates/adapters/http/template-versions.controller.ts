import { Controller, Get, Header, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned } from '../../../platform/http/entity-tag.js';
import { type Success, bare, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { PageParams, Paged } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { CompareVersions } from '../../application/compare-versions.js';
import { ListVersions } from '../../application/list-versions.js';
import { ReadVersion } from '../../application/read-version.js';
import { RestoreVersion } from '../../application/restore-version.js';
import { workingCopyOf } from '../../domain/template-life.js';
import { type TemplateAnswer, TemplateAnswers } from './template-answers.js';
import { TEMPLATE_EXAMPLE } from './template-response.js';
import { type ComparedVersions, VersionPair, VersionPairParams } from './version-pair.js';
import {
  DIFF_EXAMPLE,
  type DiffResponse,
  SUMMARY_EXAMPLE,
  VERSION_EXAMPLE,
  type VersionResponse,
  type VersionSummary,
  toDiff,
  toSummary,
  toVersion,
} from './version-response.js';

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
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'List the published versions of a prompt template, newest first',
    description: 'Of a template that another organization shares the history is its own: 403.',
    status: 200,
    example: named(
      { versions: [SUMMARY_EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) },
      'Versions listed.',
    ),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @PageParams() page: PageRequest,
  ): Promise<Success<{ versions: VersionSummary[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listVersions.execute(caller, templateId, page);
    return named({ versions: items.map(toSummary), pagination: paginationOf(page, total) }, 'Versions listed.');
  }

  @Get('diff')
  @VersionPair()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Compare two versions of a prompt template, or one with the working copy',
    status: 200,
    example: bare(DIFF_EXAMPLE, 'Versions compared.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async compare(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @VersionPairParams() { from, to }: ComparedVersions,
  ): Promise<Success<DiffResponse>> {
    const diff = await this.compareVersions.execute(caller, templateId, from, to);
    return bare(toDiff(from, to, diff), 'Versions compared.');
  }

  @Get(':number')
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Read a version of a prompt template',
    status: 200,
    example: named({ version: VERSION_EXAMPLE }, 'Version found.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @IdParam('number') number: number,
  ): Promise<Success<{ version: VersionResponse; message: string }>> {
    const version = await this.readVersion.execute(caller, templateId, number);
    return named({ version: toVersion(version) }, 'Version found.');
  }

  @Post(':number/restore')
  @Versioned()
  @Answers({
    summary: 'Make an old version the working copy; publishing makes it a new version',
    description: 'An archived template is a draft afterwards.',
    status: 200,
    example: bare({ ...TEMPLATE_EXAMPLE, status: 'draft' }, 'Version restored.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  })
  async restore(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @IdParam('number') number: number,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): TemplateAnswer {
    const template = await this.restoreVersion.execute({ caller, templateId, expectedVersion }, number);
    return this.answers.one(workingCopyOf(template), 'Version restored.', response);
  }
}
