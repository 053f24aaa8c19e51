import { z } from 'zod';
import { component, id, listOf } from '../../../platform/http/response-schemas.js';
import type { KeptOut as Forecast } from '../../application/forecast-kept-out.js';
import { LASTING_PROOFS } from '../../../shared/proof.js';

export const KEPT_OUT = {
  members: 12,
  complete: true,
  people: [{ user_id: 3, email: 'adam@delta.example', owner: false, missing_proofs: ['trusted_device' as const] }],
};

export const KeptOut = component(
  'KeptOut',
  z.object({
    members: z.int().min(0).meta({
      description: 'How many need a further proof for what their roles allow.',
    }),
    complete: z.boolean().meta({
      description: 'False if not all members were tried: at most 5,000, in 60 groups that the policy treats alike.',
    }),
    people: listOf(z.object({ user_id: id, email: z.string(), owner: z.boolean(), missing_proofs: listOf(z.enum(LASTING_PROOFS)) })).meta({
      description: 'Twenty of them at most, owners first.',
    }),
  }),
  KEPT_OUT,
);

export function toKeptOut({ members, isComplete, people }: Forecast): z.infer<typeof KeptOut> {
  return {
    members,
    complete: isComplete,
    people: people.map(({ userId, email, isOwner, missingProofs }) => ({
      user_id: userId,
      email,
      owner: isOwner,
      missing_proofs: missingProofs,
    })),
  };
}
