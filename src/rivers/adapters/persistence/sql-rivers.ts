import { Injectable } from '@nestjs/common';
import type { PreparedStatement } from '../../../platform/database/typeorm-session.js';
import { TypeOrmSession } from '../../../platform/database/typeorm-session.js';
import { unseen } from '../../../platform/database/unseen.js';
import { type Page, type PageRequest, offsetOf } from '../../../shared/page.js';
import { Rivers } from '../../application/ports/rivers.js';
import type { River } from '../../domain/river.js';

const PAGE: PreparedStatement = {
  name: 'rivers_page',
  text: `SELECT id, name, length_km AS "lengthKm", basin_area_km2 AS "basinAreaKm2",
                average_discharge_m3s AS "averageDischargeM3s", outflow, continent, countries,
                (SELECT count(*)::int FROM rivers) AS total
           FROM rivers ORDER BY length_km DESC, id LIMIT ${unseen('$1::bigint')} OFFSET ${unseen('$2::bigint')}`,
};

/** Raw, because it is hot and measured: `npm run bench -- read` asks it, and the page brings its count along. */
@Injectable()
export class SqlRivers extends Rivers {
  constructor(private readonly session: TypeOrmSession) {
    super();
  }

  async page(request: PageRequest): Promise<Page<River>> {
    const rows = await this.session.query<River & { total: number }>(PAGE, [request.limit, offsetOf(request)]);
    const [first] = rows;
    if (first !== undefined) return { items: rows, total: first.total };
    const [counted] = await this.session.query<{ total: number }>('SELECT count(*)::int AS total FROM rivers');
    return { items: [], total: counted?.total ?? 0 };
  }
}
