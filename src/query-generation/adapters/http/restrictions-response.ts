import { z } from 'zod';
import { listOf } from '../../../platform/http/response-schemas.js';
import { type AppliedRestriction, MASK_KINDS } from '../../../engines/sql-guard/restriction.js';

export const Restrictions = listOf(
  z.object({
    schema: z.string(),
    relation: z.string(),
    rows_filtered: z.boolean(),
    masked_columns: listOf(z.object({ name: z.string(), mask: z.enum(MASK_KINDS) })),
    policies: listOf(z.string()).meta({ description: 'The names of the policies that restrict the relation.' }),
  }),
).meta({ description: 'The relations of the statement whose rows or values policies hide from you.' });

export function toRestrictions(restrictions: readonly AppliedRestriction[] = []): z.infer<typeof Restrictions> {
  return restrictions.map(({ schema, name, filtersRows, maskedColumns, policies }) => ({
    schema,
    relation: name,
    rows_filtered: filtersRows,
    masked_columns: maskedColumns,
    policies,
  }));
}
