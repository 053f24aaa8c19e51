import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Pagination, component, id, listOf } from '../../../platform/http/response-schemas.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ListRivers } from '../../application/list-rivers.js';
import type { River as ReferenceRiver } from '../../domain/river.js';

const NILE = {
  id: 1,
  name: 'Nile',
  length_km: 6650,
  basin_area_km2: 3254555,
  average_discharge_m3s: 2800,
  outflow: 'Mediterranean Sea',
  continent: 'Africa',
  countries: ['Burundi', 'Rwanda', 'Tanzania', 'Uganda', 'South Sudan', 'Sudan', 'Egypt'],
};

const River = component(
  'River',
  z.object({
    id,
    name: z.string(),
    length_km: z.number(),
    basin_area_km2: z.number().nullable(),
    average_discharge_m3s: z.number().nullable(),
    outflow: z.string(),
    continent: z.string(),
    countries: listOf(z.string()),
  }),
  NILE,
  'A figure is `null` when none is agreed on.',
);

/** Of the whole table, with `limit=1`. */
const FIRST_PAGE = { page: 1, limit: 1, total: 540, pages: 540, has_next: true, has_prev: false };

@ApiTags('Rivers')
@Controller('api/rivers')
export class RiversController {
  constructor(private readonly listRivers: ListRivers) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listRivers',
    summary: 'List the rivers of the reference table, longest first',
    description: 'Everyone who is signed in.',
    status: 200,
    answer: z.object({ rivers: listOf(River), pagination: Pagination }).meta({ examples: [{ rivers: [NILE], pagination: FIRST_PAGE }] }),
    errors: [],
  })
  async list(@PageParams() query: PageRequest) {
    const { items, total } = await this.listRivers.execute(query);
    return { rivers: items.map(toRiver), pagination: paginationOf(query, total) };
  }
}

function toRiver(river: ReferenceRiver): z.infer<typeof River> {
  return {
    id: river.id,
    name: river.name,
    length_km: river.lengthKm,
    basin_area_km2: river.basinAreaKm2,
    average_discharge_m3s: river.averageDischargeM3s,
    outflow: river.outflow,
    continent: river.continent,
    countries: river.countries,
  };
}
