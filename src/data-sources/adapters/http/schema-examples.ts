import type {
  ContextResponse,
  DiffResponse,
  SchemaResponse,
  SnapshotResponse,
  TableResponse,
} from './schema-responses.js';

const TIME = '2026-11-20T09:15:00.000Z';

const COLUMN = {
  name: 'river_id',
  type: 'integer',
  nullable: false,
  default: null,
  generated: null,
  identity: null,
  comment: 'The river that the gauge stands in.',
  readable: true,
  values: null,
} as const;

export const SCHEMA_EXAMPLE: SchemaResponse = {
  schema_name: 'rivers',
  tables_count: 4,
  views_count: 1,
  comment: 'Rivers of the world.',
  types: [],
};

export const TABLE_EXAMPLE: TableResponse = {
  schema_name: 'rivers',
  name: 'gauges',
  kind: 'table',
  comment: 'Where the discharge of a river is measured.',
  row_estimate: 1200,
  readable: true,
  columns: [{ ...COLUMN, name: 'id', comment: null, identity: 'always' }, COLUMN],
  primary_key: { name: 'gauges_pkey', columns: ['id'] },
  foreign_keys: [
    {
      name: 'gauges_river_id_fkey',
      columns: ['river_id'],
      target: { schema_name: 'rivers', table: 'rivers', columns: ['id'] },
      on_update: 'no_action',
      on_delete: 'cascade',
    },
  ],
  unique_keys: [],
  checks: [{ name: 'gauges_id_check', expression: 'id > 0' }],
  indexes: [{ name: 'gauges_pkey', columns: ['id'], unique: true, predicate: null }],
  partitions: null,
  definition: null,
};

export const SNAPSHOT_EXAMPLE: SnapshotResponse = {
  id: 7,
  taken_at: TIME,
  discovered_at: TIME,
  covers_all: true,
  schemas: [{ schema_name: 'rivers', tables_count: 4, views_count: 1, columns_count: 31, discovered_at: TIME }],
};

export const DIFF_EXAMPLE: DiffResponse = {
  from: { id: 6, taken_at: '2026-11-19T09:15:00.000Z' },
  to: { id: 7, taken_at: TIME },
  differences: [
    {
      kind: 'column_changed',
      schema_name: 'rivers',
      table: 'gauges',
      column: 'river_id',
      attribute: 'nullable',
      from: true,
      to: false,
    },
  ],
  truncated: false,
};

export const CONTEXT_EXAMPLE: ContextResponse = {
  text: 'CREATE TABLE "rivers"."gauges" (\n  "id" integer NOT NULL,\n  PRIMARY KEY ("id")\n);\n',
  token_estimate: 41,
  tables_included: [{ schema_name: 'rivers', name: 'gauges' }],
  tables_left_out: { count: 1, names: [{ schema_name: 'rivers', name: 'rivers' }] },
  level: 'ranked',
  discovered_at: TIME,
};

export const DIAGRAM_EXAMPLE = 'erDiagram\n  t1["gauges"] {\n    integer id PK\n  }\n';
