import { Controller, Delete, Get, Put, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned } from '../../../platform/http/entity-tag.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import { Operation } from '../../../platform/http/operation.js';
import { bareSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ReadIcon } from '../../application/read-icon.js';
import { ReplaceIcon } from '../../application/replace-icon.js';
import { ICON_TYPES } from '../../domain/prompt-template.js';
import { workingCopyOf } from '../../domain/template-life.js';
import { IconBodyGuard, sendIcon } from './icon-transfer.js';
import { TemplateAnswers } from './template-answers.js';
import { PromptTemplate } from './template-response.js';

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates')
export class IconsController {
  constructor(
    private readonly readIcon: ReadIcon,
    private readonly replaceIcon: ReplaceIcon,
    private readonly answers: TemplateAnswers,
  ) {}

  @Get(':template_id/icon')
  @Operation({
    id: 'readTemplateIcon',
    summary: 'Show the icon of a prompt template: the uploaded one, else a generated one',
    permissions: ['template.read'],
    status: 200,
    type: ICON_TYPES,
    headers: ['Content-Disposition'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@CurrentCaller() caller: Caller, @IdParam('template_id') templateId: number, @Res() response: Response) {
    sendIcon(response, await this.readIcon.execute(caller, templateId));
  }

  @Put(':template_id/icon')
  @Versioned()
  @TakesBody(...ICON_TYPES)
  @UseGuards(IconBodyGuard)
  @ApiConsumes(...ICON_TYPES)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Operation({
    id: 'replaceTemplateIcon',
    summary: 'Upload the icon of a prompt template; all readers see it at once',
    permissions: ['template.write'],
    description:
      'A PNG, WebP or SVG picture of up to 256 KiB, 4096 pixels a side. The bytes say which it is, not `Content-Type`; an SVG with ' +
      'scripts, event handlers, a document type or references to other files is refused.',
    status: 200,
    answer: bareSuccess(PromptTemplate, 'Icon replaced.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async replace(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Req() request: Request,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const template = await this.replaceIcon.execute({ caller, templateId, expectedVersion }, bytes);
    return this.answers.one(workingCopyOf(template), 'Icon replaced.', response);
  }

  @Delete(':template_id/icon')
  @Versioned()
  @Operation({
    id: 'deleteTemplateIcon',
    summary: 'Go back to the generated icon of a prompt template',
    permissions: ['template.write'],
    status: 200,
    answer: bareSuccess(PromptTemplate, 'Icon removed.'),
    headers: ['ETag'],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ) {
    const template = await this.replaceIcon.execute({ caller, templateId, expectedVersion }, null);
    return this.answers.one(workingCopyOf(template), 'Icon removed.', response);
  }
}
