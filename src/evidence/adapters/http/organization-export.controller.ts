import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { OF_EXPORTS } from '../../../shared/of-exports.js';
import { FindExport } from '../../application/find-export.js';
import { OpenExport } from '../../application/open-export.js';
import { RequestExport } from '../../application/request-export.js';
import { ExportFile, ExportOrNone, WAITING, ZIP, sendExport, toExport } from './export-response.js';

const FOUND = 'Export looked up.';
const REQUESTED = 'The data of the organization is being collected. We mail you when it is ready.';

@ApiTags('Evidence')
@Controller('api/v1/organizations/:org_id/export')
export class OrganizationExportController {
  constructor(
    private readonly requestExport: RequestExport,
    private readonly findExport: FindExport,
    private readonly openExport: OpenExport,
  ) {}

  @Get()
  @Operation({
    id: 'getOrganizationExport',
    summary: 'The export of an organization: its state, and where the file is',
    description: 'Ask for one with `POST`.',
    permissions: OF_EXPORTS,
    status: 200,
    answer: namedSuccess({ export: ExportOrNone }, FOUND, { export: { download_path: '/api/v1/organizations/1/export/file' } }),
    errors: ['FORBIDDEN'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number) {
    const found = await this.findExport.execute(caller, { organizationId });
    return named({ export: found && toExport(found) }, FOUND);
  }

  @Post()
  @RequiresStepUp('always')
  @Operation({
    id: 'requestOrganizationExport',
    summary: 'Ask for everything that an organization has set up and done, as a ZIP file of JSON lines',
    description:
      'Whoever may see every part of an organization may have the whole; nobody from whom an access policy hides a part. A job makes it, and a ' +
      'mail tells whoever asked. The file is there for a day. While one waits, and for an hour after it was asked for, everyone gets that one.',
    permissions: OF_EXPORTS,
    status: 202,
    answer: namedSuccess({ export: ExportFile }, REQUESTED, { export: WAITING }),
    errors: ['FORBIDDEN'],
  })
  async request(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number) {
    return named({ export: toExport(await this.requestExport.execute(caller, { organizationId })) }, REQUESTED);
  }

  @Get('file')
  @RequiresStepUp('always')
  @Operation({
    id: 'downloadOrganizationExport',
    summary: 'Download the export of an organization',
    description: '`manifest.json` in it lists its files, with the rows and the SHA-256 of each.',
    permissions: OF_EXPORTS,
    status: 200,
    type: ZIP,
    headers: ['Content-Disposition'],
    errors: ['FORBIDDEN', 'CONFLICT', 'GONE'],
  })
  async download(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @Res() response: Response) {
    const subject = { organizationId };
    await sendExport(response, subject, await this.openExport.execute(caller, subject));
  }
}
