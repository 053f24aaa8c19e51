import { PLAIN_CONSTRAINT } from '../../src/engines/catalog-reader/relation.js';
import type { PlantedSchema } from './planted-schema.js';
import { column, foreignKey, table } from './planted-schema.js';

const id = column('id', 'integer', { nullable: false, identity: 'always' });
const key = { primaryKey: { name: 'pkey', columns: ['id'], ...PLAIN_CONSTRAINT } };
const S = 'rivers';

/** A small schema with something of everything. */
export const RIVERS: PlantedSchema = {
  name: S,
  comment: 'Rivers of the world',
  types: [
    {
      kind: 'enum',
      name: 'water_quality',
      comment: null,
      values: ['good', 'fair', 'poor'],
      base: null,
      nullable: true,
      default: null,
      checks: [],
      valuesCut: false,
      attributes: [],
    },
  ],
  relations: [
    table(S, 'basins', [id, column('name', 'text', { nullable: false }), column('area_km2', 'numeric(12,1)')], {
      ...key,
      rowEstimate: 40,
    }),
    table(S, 'countries', [id, column('name', 'text', { nullable: false }), column('continent', 'text')], {
      ...key,
      rowEstimate: 195,
    }),
    table(
      S,
      'gauges',
      [
        id,
        column('river_id', 'integer', { nullable: false }),
        column('country_id'),
        column('position', 'point', { comment: 'Longitude and latitude' }),
        column('quality', 'rivers.water_quality', { values: ['good', 'fair', 'poor'] }),
        column('secret_note', 'text', { readable: false }),
      ],
      {
        ...key,
        comment: 'Stations that measure the water level',
        rowEstimate: 1200,
        foreignKeys: [foreignKey('river_id', S, 'rivers'), foreignKey('country_id', S, 'countries')],
        checks: [{ name: 'gauges_id_check', expression: 'id > 0', ...PLAIN_CONSTRAINT }],
        indexes: [{ name: 'gauges_pkey', columns: ['id'], unique: true, predicate: null, comment: null, options: [] }],
      },
    ),
    table(S, 'locked', [{ ...id, readable: false }], { readable: false }),
    table(S, 'readings', [column('gauge_id', 'integer', { nullable: false }), column('day', 'date'), column('discharge_m3s', 'real')], {
      kind: 'partitioned_table',
      rowEstimate: 400_000,
      foreignKeys: [foreignKey('gauge_id', S, 'gauges')],
      partitions: { count: 1, by: 'RANGE (day)', bounds: [{ name: 'readings_2026', bound: 'DEFAULT' }] },
    }),
    table(S, 'river_countries', [column('river_id'), column('country_id')], {
      primaryKey: { name: 'pkey', columns: ['river_id', 'country_id'], ...PLAIN_CONSTRAINT },
      foreignKeys: [foreignKey('river_id', S, 'rivers'), foreignKey('country_id', S, 'countries')],
    }),
    table(
      S,
      'rivers',
      [
        id,
        column('name', 'text', { nullable: false }),
        column('length_km', 'numeric(8,1)'),
        column('basin_id'),
        column('flows_into_id', 'integer', { comment: 'The river or lake that it ends in' }),
      ],
      {
        ...key,
        rowEstimate: 300,
        uniqueKeys: [{ name: 'rivers_name_key', columns: ['name'], ...PLAIN_CONSTRAINT }],
        foreignKeys: [foreignKey('basin_id', S, 'basins'), foreignKey('flows_into_id', S, 'rivers')],
      },
    ),
    table(S, 'yearly_discharge', [column('river', 'text'), column('year'), column('discharge_m3s', 'real')], {
      kind: 'view',
      definition: 'SELECT river, year, avg(discharge_m3s) FROM readings',
    }),
  ],
};
