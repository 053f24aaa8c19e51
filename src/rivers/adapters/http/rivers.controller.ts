import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ListRivers } from '../../application/list-rivers.js';
import type { River } from '../../domain/river.js';

interface RiverResponse {
  readonly id: number;
  readonly name: string;
  readonly length_km: number;
  readonly basin_area_km2: number | null;
  readonly average_discharge_m3s: number | null;
  readonly outflow: string;
  readonly continent: string;
  readonly countries: readonly string[];
}

const NILE: RiverResponse = {
  id: 1,
  name: 'Nile',
  length_km: 6650,
  basin_area_km2: 3254555,
  average_discharge_m3s: 2800,
  outflow: 'Mediterranean Sea',
  continent: 'Africa',
  countries: ['Burundi', 'Egypt', 'Rwanda', 'South Sudan', 'Sudan', 'Tanzania', 'Uganda'],
};

@ApiTags('Rivers')
@Controller('api/rivers')
export class RiversController {
  constructor(private readonly listRivers: ListRivers) {}

  @Get()
  @Paged()
  @Answers({
    summary: 'List the rivers of the reference table, longest first',
    status: 200,
    example: { rivers: [NILE], pagination: paginationOf({ page: 1, limit: 10 }, 180) },
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED'],
  })
  async list(@PageParams() query: PageRequest): Promise<{ rivers: RiverResponse[]; pagination: Pagination }> {
    const { items, total } = await this.listRivers.execute(query);
    return { rivers: items.map(toRiverResponse), pagination: paginationOf(query, total) };
  }
}

function toRiverResponse(river: River): RiverResponse {
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
