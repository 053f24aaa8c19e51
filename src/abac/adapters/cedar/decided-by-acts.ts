import { type PolicyRequest, actsIn } from '../../domain/policy-request.js';

/** The answer about the act, or the first refusal of what it includes. */
export function decidedByActs<Answer extends { readonly isAllowed: boolean }>(
  request: PolicyRequest,
  decide: (act: PolicyRequest) => Answer,
): Answer {
  const [act, ...included] = actsIn(request);
  const answer = decide(act);
  if (!answer.isAllowed) return answer;
  for (const one of included) {
    const further = decide(one);
    if (!further.isAllowed) return further;
  }
  return answer;
}
