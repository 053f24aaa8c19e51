import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Answers } from '../../../platform/http/answers.js';
import { Public } from '../../../platform/http/authentication.guard.js';
import { Forbidden } from '../../../shared/domain-error.js';
import { OpenIconLink } from '../../application/open-icon-link.js';
import { sendIcon } from './icon-transfer.js';

/** What `icon_presigned_url` leads to, where icons do not lie in S3. */
@ApiTags('Prompt templates')
@Controller('icons')
export class IconLinksController {
  constructor(private readonly openIconLink: OpenIconLink) {}

  @Get(':key')
  @Public()
  @Answers({
    summary: 'Show an icon by its signed link',
    status: 200,
    contentType: 'image/svg+xml',
    errors: ['FORBIDDEN', 'NOT_FOUND', 'GONE'],
    isPublic: true,
  })
  async open(
    @Param('key') key: string,
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const isShaped = typeof expires === 'string' && /^\d{1,12}$/.test(expires) && typeof signature === 'string';
    if (!isShaped) throw new Forbidden('This link was not made here.');
    sendIcon(response, await this.openIconLink.execute(key, Number(expires), signature));
  }
}
