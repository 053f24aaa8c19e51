import { z } from 'zod';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import type { Answered } from '../../domain/authzen.js';

/** By a status of HTTP, as the examples of AuthZEN 1.0 do it (section 5.5.2). */
const reason = z.object({ '403': z.string() }).optional();

export const Decision = component(
  'AccessDecision',
  z.object({
    decision: z.boolean(),
    context: z
      .object({
        reason_user: reason.meta({ description: 'For the person who may not.' }),
        reason_admin: reason.meta({ description: 'For those who may read policies.' }),
        error: z
          .object({ status: z.literal(400), message: z.string() })
          .optional()
          .meta({ description: 'An item of a batch is not a question.' }),
      })
      .optional(),
  }),
  {
    decision: false,
    context: {
      reason_user: { '403': 'You are not allowed to do this.' },
      reason_admin: { '403': 'No role of the person has workspace.write for workspace 1.' },
    },
  },
);

export const Decisions = component('AccessDecisions', z.object({ evaluations: listOf(Decision) }), {
  evaluations: [{ decision: true }, { decision: false }],
});

export function toDecision(answered: Answered): z.infer<typeof Decision> {
  const { isAllowed: decision } = answered;
  if ('problem' in answered) return { decision, context: { error: { status: 400, message: answered.problem } } };
  const { reasons } = answered;
  if (reasons === undefined) return { decision };
  return { decision, context: { reason_user: { '403': reasons.user }, reason_admin: { '403': reasons.admin } } };
}
