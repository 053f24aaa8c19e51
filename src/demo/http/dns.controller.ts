import { Body, Controller, Delete, Get, Put, Query, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { z } from 'zod';
import { Public } from '../../platform/http/authentication.guard.js';
import { Operation } from '../../platform/http/operation.js';
import { listOf } from '../../platform/http/response-schemas.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { MOST_RECORDS } from '../stand-ins/demo-records.js';
import { StandIns } from '../stand-ins/stand-ins.js';
import { LocalRequestGuard } from './local-request.guard.js';
import { TextRecordBody } from './text-record.dto.js';
import { say } from '../../shared/sentence.js';

const Records = z.object({ records: listOf(z.object({ name: z.string(), value: z.string() })) });

/** The TXT records of the demo: only this service sees them, before it asks the DNS. One per name. */
@ApiExcludeController()
@Public()
@UseGuards(LocalRequestGuard)
@Controller('api/demo/dns')
export class DnsController {
  constructor(private readonly standIns: StandIns) {}

  @Get()
  @Operation({
    id: 'listDemoRecords',
    summary: 'List the TXT records',
    status: 200,
    answer: Records,
    errors: ['FORBIDDEN'],
  })
  list() {
    return { records: this.standIns.records.list() };
  }

  @Put()
  @Operation({ id: 'setDemoRecord', summary: 'Set a TXT record', status: 200, answer: Records, errors: ['FORBIDDEN'] })
  set(@Body() { name, value }: TextRecordBody) {
    if (!this.standIns.records.set(name, value.trim()))
      throw new ValidationFailed([{ field: 'name', message: say('There are {most} records. Remove one first.', { most: MOST_RECORDS }) }]);
    return this.list();
  }

  @Delete()
  @Operation({
    id: 'removeDemoRecord',
    summary: 'Remove a TXT record',
    status: 200,
    answer: Records,
    errors: ['FORBIDDEN'],
  })
  remove(@Query('name') name: unknown) {
    if (typeof name !== 'string') throw new ValidationFailed([{ field: 'name', message: 'Name the record.' }]);
    this.standIns.records.remove(name);
    return this.list();
  }
}
