import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { z } from 'zod';
import { Public } from '../../platform/http/authentication.guard.js';
import { Operation } from '../../platform/http/operation.js';
import { PageParams } from '../../platform/http/page-params.js';
import { Pagination, listOf, moment } from '../../platform/http/response-schemas.js';
import { NotFound } from '../../shared/domain-error.js';
import { type PageRequest, paginationOf } from '../../shared/page.js';
import { Mailbox, type ReceivedMail } from '../mailbox.js';
import { LocalRequestGuard } from './local-request.guard.js';

const Mail = z.object({
  id: z.string(),
  at: moment,
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  links: listOf(z.string()),
});

@ApiExcludeController()
@Public()
@UseGuards(LocalRequestGuard)
@Controller('api/demo/mails')
export class MailsController {
  constructor(private readonly mailbox: Mailbox) {}

  @Get()
  @Operation({
    id: 'listDemoMails',
    summary: 'List the mails of the demo, newest first',
    status: 200,
    answer: z.object({ mails: listOf(Mail), pagination: Pagination }),
    errors: ['FORBIDDEN'],
  })
  async list(@PageParams() query: PageRequest) {
    const { items, total } = await this.mailbox.list(query);
    return { mails: items.map(toMail), pagination: paginationOf(query, total) };
  }

  @Get(':mail_id')
  @Operation({
    id: 'readDemoMail',
    summary: 'Read a mail of the demo',
    status: 200,
    answer: z.object({ mail: Mail }),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async read(@Param('mail_id') id: string) {
    const mail = await this.mailbox.read(id);
    if (mail === null) throw new NotFound('Mail');
    return { mail: toMail(mail) };
  }
}

function toMail({ at, ...mail }: ReceivedMail): z.infer<typeof Mail> {
  return { ...mail, at: at.toISOString() };
}
