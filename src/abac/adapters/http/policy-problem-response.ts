import { z } from 'zod';
import { forReader } from '../../../platform/http/request-context.js';
import { component, listOf } from '../../../platform/http/response-schemas.js';
import type { PolicyProblem as Problem } from '../../domain/policy-problem.js';

/** A place in a text that people read in their language. */
type Shown<Found extends Problem> = Omit<Found, 'message' | 'hint'> & { readonly message: string; readonly hint: string | null };

export const problemMembers = {
  message: z.string(),
  hint: z.string().nullable(),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable(),
  length: z.int().min(0).nullable(),
};

export const PolicyProblem = component('PolicyProblem', z.object(problemMembers), {
  message: 'Attribute `deviceTrustd` for the context not found.',
  hint: 'Did you mean `deviceTrusted`?',
  line: 1,
  column: 98,
  length: 20,
});

export const PolicyWarnings = component(
  'PolicyWarnings',
  listOf(PolicyProblem).meta({
    description:
      'What is valid but may be a mistake: names that the organization does not have, in the text or an example, and names ' +
      'of several scripts.',
  }),
  [],
);

export function toProblem<Found extends Problem>(problem: Found): Shown<Found> {
  return { ...problem, message: forReader(problem.message), hint: problem.hint && forReader(problem.hint) };
}
