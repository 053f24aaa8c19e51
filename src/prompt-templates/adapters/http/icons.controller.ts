import { Controller, Delete, Get, Put, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { ExpectedVersion, Versioned } from '../../../platform/http/entity-tag.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { TakesBody } from '../../../platform/http/json-body.js';
import type { Caller } from '../../../shared/caller.js';
import { ReadIcon } from '../../application/read-icon.js';
import { ReplaceIcon } from '../../application/replace-icon.js';
import { workingCopyOf } from '../../domain/template-life.js';
import { IconBodyGuard, sendIcon } from './icon-transfer.js';
import { type TemplateAnswer, TemplateAnswers } from './template-answers.js';
import { TEMPLATE_EXAMPLE } from './template-response.js';

const TYPES = ['image/png', 'image/svg+xml', 'image/webp'];

@ApiTags('Prompt templates')
@Controller('api/v1/prompt-templates')
export class IconsController {
  constructor(
    private readonly readIcon: ReadIcon,
    private readonly replaceIcon: ReplaceIcon,
    private readonly answers: TemplateAnswers,
  ) {}

  @Get(':template_id/icon')
  @Answers({
    summary: 'Show the icon of a prompt template: the uploaded one, else a generated one',
    status: 200,
    contentType: 'image/svg+xml',
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
  })
  async read(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Res() response: Response,
  ): Promise<void> {
    sendIcon(response, await this.readIcon.execute(caller, templateId));
  }

  @Put(':template_id/icon')
  @Versioned()
  @TakesBody(...TYPES)
  @UseGuards(IconBodyGuard)
  @ApiConsumes(...TYPES)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Answers({
    summary: 'Upload the icon of a prompt template; everybody sees it at once',
    description:
      'PNG, WebP or SVG up to 256 KiB, 4096 pixels a side. What it is, the bytes say and not `Content-Type`; an SVG with scripts, ' +
      'event handlers, a document type or references to other files is refused.',
    status: 200,
    example: bare(TEMPLATE_EXAMPLE, 'Icon replaced.'),
    errors: [
      'UNAUTHORIZED',
      'VALIDATION_FAILED',
      'FORBIDDEN',
      'NOT_FOUND',
      'PRECONDITION_FAILED',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
  })
  async replace(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @Req() request: Request,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): TemplateAnswer {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const template = await this.replaceIcon.execute({ caller, templateId, expectedVersion }, bytes);
    return this.answers.one(workingCopyOf(template), 'Icon replaced.', response);
  }

  @Delete(':template_id/icon')
  @Versioned()
  @Answers({
    summary: 'Go back to the generated icon',
    status: 200,
    example: bare(TEMPLATE_EXAMPLE, 'Icon removed.'),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  })
  async remove(
    @CurrentCaller() caller: Caller,
    @IdParam('template_id') templateId: number,
    @ExpectedVersion() expectedVersion: number | null,
    @Res({ passthrough: true }) response: Response,
  ): TemplateAnswer {
    const template = await this.replaceIcon.execute({ caller, templateId, expectedVersion }, null);
    return this.answers.one(workingCopyOf(template), 'Icon removed.', response);
  }
}
