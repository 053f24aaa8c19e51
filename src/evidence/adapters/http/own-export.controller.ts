import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { Post } from '../../../platform/http/idempotency/post.js';
import { Operation } from '../../../platform/http/operation.js';
import { namedSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { FindExport } from '../../application/find-export.js';
import { OpenExport } from '../../application/open-export.js';
import { RequestExport } from '../../application/request-export.js';
import { ExportFile, ExportOrNone, WAITING, ZIP, sendExport, toExport } from './export-response.js';

const FOUND = 'Export looked up.';
const REQUESTED = 'Your data is being collected. We mail you when it is ready.';

@ApiTags('Evidence')
@Controller('api/v1/me/export')
export class OwnExportController {
  constructor(
    private readonly requestExport: RequestExport,
    private readonly findExport: FindExport,
    private readonly openExport: OpenExport,
  ) {}

  @Get()
  @Operation({
    id: 'getOwnExport',
    summary: 'The export of your data: its state, and where the file is',
    description: 'Ask for one with `POST`.',
    status: 200,
    answer: namedSuccess({ export: ExportOrNone }, FOUND),
    errors: [],
  })
  async read(@CurrentCaller() caller: Caller) {
    const found = await this.findExport.execute(caller, { userId: caller.userId });
    return named({ export: found && toExport(found) }, FOUND);
  }

  @Post()
  @RequiresStepUp('always')
  @Operation({
    id: 'requestOwnExport',
    summary: 'Ask for everything that is kept about you, as a ZIP file of JSON lines',
    description:
      'It has what organizations keep of you and your work if they let your session in. A job makes it, and a mail tells you. The file is ' +
      'there for a day. While one waits, and for an hour after it was asked for, you get that one.',
    status: 202,
    answer: namedSuccess({ export: ExportFile }, REQUESTED, { export: WAITING }),
    errors: [],
  })
  async request(@CurrentCaller() caller: Caller) {
    return named({ export: toExport(await this.requestExport.execute(caller, { userId: caller.userId })) }, REQUESTED);
  }

  @Get('file')
  @RequiresStepUp('always')
  @Operation({
    id: 'downloadOwnExport',
    summary: 'Download the export of your data',
    description: '`manifest.json` in it lists its files, with the rows and the SHA-256 of each.',
    status: 200,
    type: ZIP,
    headers: ['Content-Disposition'],
    errors: ['CONFLICT', 'GONE'],
  })
  async download(@CurrentCaller() caller: Caller, @Res() response: Response) {
    const subject = { userId: caller.userId };
    await sendExport(response, subject, await this.openExport.execute(caller, subject));
  }
}
