import { Body, Controller, Get } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ExportTemplates } from '../../application/export-templates.js';
import { ImportTemplates } from '../../application/import-templates.js';
import { ImportPlan, TemplateDocument, toDocument, toPlan } from './document-response.js';
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
  @Operation({
    id: 'exportPromptTemplates',
    summary: 'Export prompt templates of an organization as one document',
    permissions: ['template.write'],
    description:
      'It holds the published version of published templates, and the working copy of the others. It names data sources and has no ids. ' +
      'It holds 100 templates at most.',
    status: 200,
    answer: bareSuccess(TemplateDocument, 'Prompt templates exported.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async export(@CurrentCaller() caller: Caller, @ExportParams() { organizationId, ids }: ExportQuery) {
    const templates = await this.exportTemplates.execute(caller, organizationId, ids);
    return bare(toDocument(templates), 'Prompt templates exported.');
  }

  @Post('import')
  @ApiQuery({
    name: 'dry_run',
    required: false,
    description: 'Whether to say only what would be done.',
    schema: { type: 'boolean', default: false },
  })
  @Operation({
    id: 'importPromptTemplates',
    summary: 'Import prompt templates, all or none; a dry run says what it would do',
    permissions: ['template.write'],
    description:
      'Templates are found by name: the same document again changes nothing. What was published is published here too if you have ' +
      '`template.publish`, and a draft otherwise. A dry run answers 200 with the problems that make the import itself 400.',
    status: 200,
    answer: bareSuccess(ImportPlan, 'Nothing was imported: this was a dry run.'),
    errors: ['FORBIDDEN', 'CONFLICT'],
  })
  async import(
    @CurrentCaller() caller: Caller,
    @Body() { organization_id: organizationId, document }: ImportBody,
    @DryRun() isDryRun: boolean,
  ) {
    const templates = document.templates.map(portableOf);
    const plan = await this.importTemplates.execute({ caller, organizationId, templates, isDryRun });
    const message = isDryRun ? 'Nothing was imported: this was a dry run.' : 'Prompt templates imported.';
    return bare(toPlan(isDryRun, plan), message);
  }
}
