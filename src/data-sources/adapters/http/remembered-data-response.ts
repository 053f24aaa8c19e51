import { z } from 'zod';
import { component, id, moment } from '../../../platform/http/response-schemas.js';
import { ENGINES } from '../../../engines/catalog-reader/engine.js';
import type { RememberedData as Kept } from '../../domain/same-data.js';

export const RememberedData = component(
  'RememberedData',
  z.object({
    id,
    data_source_name: z.string().meta({ description: 'As it was called then.' }),
    engine: z.enum(ENGINES),
    place: z.string().meta({ description: 'The file, or host, port and database.' }),
    remembered_by_user_id: id.nullable(),
    remembered_at: moment,
  }),
  {
    id: 1,
    data_source_name: 'Staff',
    engine: 'sqlite',
    place: 'staff.db',
    remembered_by_user_id: 2,
    remembered_at: '2026-11-20T09:15:00.000Z',
  },
);

export function toRememberedData(kept: Kept): z.infer<typeof RememberedData> {
  return {
    id: kept.id,
    data_source_name: kept.sourceName,
    engine: kept.engine,
    place: kept.place,
    remembered_by_user_id: kept.rememberedBy,
    remembered_at: kept.rememberedAt.toISOString(),
  };
}
