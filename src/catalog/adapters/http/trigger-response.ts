import { z } from 'zod';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { POLICY_COMMANDS, TRIGGER_EVENTS, TRIGGER_TIMINGS } from '../../../engines/catalog-reader/relation.js';

const name = z.string();
const text = z.string().nullable();

export const DiscoveredTrigger = component(
  'DiscoveredTrigger',
  z.object({
    name,
    timing: z.enum(TRIGGER_TIMINGS),
    events: listOf(z.enum(TRIGGER_EVENTS)),
    columns: listOf(name).meta({ description: 'Of an update it fires for these only; for any if there are none.' }),
    level: z.enum(['row', 'statement']),
    condition: text,
    function: text.meta({ description: 'What it calls, with its schema.' }),
    statement: text.meta({ description: 'What it runs, in engines where that stands in the trigger itself.' }),
    enabled: z.boolean(),
  }),
  {
    name: 'gauges_touch',
    timing: 'before',
    events: ['update'],
    columns: [],
    level: 'row',
    condition: null,
    function: 'hydrology.touch',
    statement: null,
    enabled: true,
  },
);

export const DiscoveredPolicy = component(
  'DiscoveredPolicy',
  z.object({
    name,
    command: z.enum(POLICY_COMMANDS),
    permissive: z.boolean().meta({ description: 'One of these has to let a row through, and each that is not.' }),
    roles: listOf(name),
    using: text.meta({ description: 'Which rows are there.' }),
    check: text.meta({ description: 'Which rows may be written.' }),
  }),
  {
    name: 'own_region',
    command: 'all',
    permissive: true,
    roles: ['public'],
    using: 'region = CURRENT_USER',
    check: null,
  },
);

export const rowSecurity = z.object({
  enabled: z.boolean(),
  forced: z.boolean().meta({ description: 'Whether it holds for the owner of the table too.' }),
  policies: listOf(DiscoveredPolicy),
});

export const ForeignSource = component(
  'ForeignSource',
  z.object({
    server: name,
    wrapper: name,
    options: listOf(z.object({ name, value: text })).meta({
      description: 'Only values of options that are known to hold no secret; the others are `null`.',
    }),
  }),
  { server: 'archive', wrapper: 'postgres_fdw', options: [{ name: 'table_name', value: 'gauges' }] },
);
