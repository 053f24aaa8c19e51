import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { TotalCount, component, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { ListSampledColumns } from '../../application/list-sampled-columns.js';
import type { SampledColumn as Sampled } from '../../application/ports/sampled-columns.js';
import { SwitchSampling } from '../../application/switch-sampling.js';
import { SamplingBody } from './sampled-columns.dto.js';

const SampledColumn = component(
  'SampledColumn',
  z.object({
    schema_name: z.string(),
    table_name: z.string(),
    column_name: z.string(),
    values: listOf(z.string()).meta({
      description: 'Text of others, do not trust it. Empty until the next discovery.',
    }),
    read_at: moment.nullable(),
  }),
  {
    schema_name: 'hydrology',
    table_name: 'rivers',
    column_name: 'continent',
    values: ['Africa', 'Asia', 'Europe'],
    read_at: '2026-11-20T09:15:00.000Z',
  },
);

@ApiTags('Data sources')
@Controller('api/v1/data-sources/:data_source_id/sampled-columns')
export class SampledColumnsController {
  constructor(
    private readonly listSampledColumns: ListSampledColumns,
    private readonly switchSampling: SwitchSampling,
  ) {}

  @Get()
  @Operation({
    id: 'listSampledColumns',
    summary: 'List the columns whose values the language model may see in part',
    permissions: ['data_source.read'],
    status: 200,
    answer: namedSuccess({ sampled_columns: listOf(SampledColumn), total_count: TotalCount }, 'Columns listed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('data_source_id') dataSourceId: number) {
    const columns = await this.listSampledColumns.execute(caller, dataSourceId);
    return named({ sampled_columns: columns.map(toSampledColumn), total_count: columns.length }, 'Columns listed.');
  }

  @Put()
  @Operation({
    id: 'switchSampling',
    summary: 'Decide whether the language model sees a few values of a column',
    permissions: ['query.manage'],
    description:
      'Off for every column at first. A column that looks as if it held personal or secret data, or that has a tag, is refused. The values ' +
      'come with the next discovery; switched off, they are deleted at once.',
    status: 200,
    answer: namedSuccess({ sampled_columns: listOf(SampledColumn) }, 'Column changed.'),
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  })
  async switch(@CurrentCaller() caller: Caller, @IdParam('data_source_id') dataSourceId: number, @Body() body: SamplingBody) {
    const { schema_name: schema, table_name: table, column_name: column, sampled: isOn } = body;
    const place = { schema, table, column };
    const columns = await this.switchSampling.execute({ caller, dataSourceId, place, isOn });
    return named({ sampled_columns: columns.map(toSampledColumn) }, 'Column changed.');
  }
}

function toSampledColumn({ schema, table, column, values, readAt }: Sampled): z.infer<typeof SampledColumn> {
  return {
    schema_name: schema,
    table_name: table,
    column_name: column,
    values: [...values],
    read_at: readAt?.toISOString() ?? null,
  };
}
