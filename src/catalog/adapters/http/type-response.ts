import { z } from 'zod';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import { USER_TYPE_KINDS, type UserType } from '../../../engines/catalog-reader/user-type.js';

export const DiscoveredType = component(
  'DiscoveredType',
  z.object({
    kind: z.enum(USER_TYPE_KINDS),
    name: z.string(),
    comment: z.string().nullable(),
    values: listOf(z.string()).meta({
      description: 'The labels of an enumerated type, in its order; empty for others.',
    }),
    values_truncated: z.boolean().meta({ description: 'Whether it has more labels than these.' }),
    base: z.string().nullable().meta({ description: 'The type that a domain is made of.' }),
    nullable: z.boolean(),
    default: z.string().nullable(),
    checks: listOf(z.string()),
    attributes: listOf(
      z.object({
        name: z.string(),
        type: z.string(),
        collation: z.string().nullable(),
        comment: z.string().nullable(),
      }),
    ).meta({ description: 'Of a composite type.' }),
  }),
  {
    kind: 'enum',
    name: 'water_quality',
    comment: null,
    values: ['good', 'fair', 'poor'],
    values_truncated: false,
    base: null,
    nullable: true,
    default: null,
    checks: [],
    attributes: [],
  },
);

export function toType({ valuesCut, ...type }: UserType): z.infer<typeof DiscoveredType> {
  return { ...type, values_truncated: valuesCut };
}
