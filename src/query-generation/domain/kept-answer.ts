import type { KeptRefusal } from '../../shared/kept-refusal.js';
import type { ExecutionAnswer } from './execution-answer.js';

/**
 * The answer to a repeated request. `sight` identifies what policies let the person see when it was made; `null`: all of it. It is
 * missing in answers that an earlier version has kept.
 */
export type KeptAnswer = ({ readonly answer: ExecutionAnswer } | { readonly refusal: KeptRefusal }) & {
  readonly sight?: string | null;
};
