import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../../platform/http/authentication.guard.js';
import { Operation } from '../../../platform/http/operation.js';
import { Forbidden } from '../../../shared/domain-error.js';
import { OpenIconLink } from '../../application/open-icon-link.js';
import { ICON_TYPES } from '../../domain/prompt-template.js';
import { sendIcon } from './icon-transfer.js';

/** What `icon_presigned_url` leads to, if icons are not in S3. */
@ApiTags('Prompt templates')
@Controller('icons')
export class IconLinksController {
  constructor(private readonly openIconLink: OpenIconLink) {}

  @Get(':key')
  @Public()
  @ApiQuery({ name: 'expires', description: 'Seconds since 1970.', schema: { type: 'integer' } })
  @ApiQuery({ name: 'signature', description: 'As in `icon_presigned_url`.', schema: { type: 'string' } })
  @Operation({
    id: 'openIconLink',
    summary: 'Show an icon by its signed link',
    status: 200,
    type: ICON_TYPES,
    headers: ['Content-Disposition'],
    errors: ['FORBIDDEN', 'NOT_FOUND', 'GONE'],
  })
  async open(
    @Param('key') key: string,
    @Query('expires') expires: unknown,
    @Query('signature') signature: unknown,
    @Res() response: Response,
  ) {
    const isShaped = typeof expires === 'string' && /^\d{1,12}$/.test(expires) && typeof signature === 'string';
    if (!isShaped) throw new Forbidden('This service did not make the link. Read the template again for a new one.');
    sendIcon(response, await this.openIconLink.execute(key, Number(expires), signature));
  }
}
