import { Body, Controller, Get, Header, Post } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, bare } from '../../../platform/http/envelope.js';
import { Repeatable } from '../../../platform/http/idempotency/idempotency.interceptor.js';
import type { Caller } from '../../../shared/caller.js';
import { ExportTemplates } from '../../application/export-templates.js';
import { ImportTemplates } from '../../application/import-templates.js';
import {
  DOCUMENT_EXAMPLE,
  type DocumentResponse,
  PLAN_EXAMPLE,
  type PlanResponse,
  toDocument,
  toPlan,
} from './document-response.js';
import { ImportBody, portableOf } from './document.dto.js';
import { DryRun, Exported, type ExportQuery, ExportParams } from './exchange-query.js';

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates')
export class TemplateExchangeController {
  constructor(
    private readonly exportTemplates: ExportTemplates,
    private readonly importTemplates: ImportTemplates,
  ) {}

  @Get('export')
  @Exported()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary: 'Export prompt templates of an organization as one document',
    description:
      'Of published templates what is published, of the others the working copy. No ids: data sources are named. 100 templates ' +
      'at most. Needs `template.write`.',
    status: 200,
    example: bare(DOCUMENT_EXAMPLE, 'Prompt templates exported.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async export(
    @CurrentCaller() caller: Caller,
    @ExportParams() { organizationId, ids }: ExportQuery,
  ): Promise<Success<DocumentResponse>> {
    const templates = await this.exportTemplates.execute(caller, organizationId, ids);
    return bare(toDocument(templates), 'Prompt templates exported.');
  }

  @Post('import')
  @Repeatable()
  @ApiQuery({ name: 'dry_run', required: false, schema: { type: 'boolean', default: false } })
  @Answers({
    summary: 'Import prompt templates, all or none; a dry run tells what it would do',
    description:
      'By name: the same document again changes nothing. What was published is published here too when the caller has ' +
      '`template.publish`, and a draft otherwise. A dry run answers 200 with the problems that make the import itself 400.',
    status: 200,
    example: bare(PLAN_EXAMPLE, 'Nothing was imported: this was a dry run.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'CONFLICT',
      'UNSUPPORTED_MEDIA_TYPE',
      'PAYLOAD_TOO_LARGE',
    ],
  })
  async import(
    @CurrentCaller() caller: Caller,
    @Body() { organization_id: organizationId, document }: ImportBody,
    @DryRun() isDryRun: boolean,
  ): Promise<Success<PlanResponse>> {
    const templates = document.templates.map(portableOf);
    const plan = await this.importTemplates.execute({ caller, organizationId, templates, isDryRun });
    const message = isDryRun ? 'Nothing was imported: this was a dry run.' : 'Prompt templates imported.';
    return bare(toPlan(isDryRun, plan), message);
  }
}
