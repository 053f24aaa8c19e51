import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import type { Clause, Explanation } from '../../application/ports/policy-checks.js';
import { flipsOf, valueOf } from '../../domain/flips.js';
import { type PolicyRequest, actsIn } from '../../domain/policy-request.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import { attributesIn } from '../../domain/policy-tree.js';
import { evaluated, prepareSet } from './cedar-evaluation.js';
import { outcomeOf, prepare } from './evaluate-all.js';
import { cedarRequest } from './cedar-request.js';

const SET = 'clause';

/** Evaluates a policy clause by clause, and then with one attribute changed at a time. */
export function explainDecision(tree: PolicyTree, request: PolicyRequest): Explanation {
  const policy = tree as unknown as cedar.PolicyJson;
  prepare([tree]);
  const { isAllowed } = outcomeOf(request);
  const attributes = attributesIn(tree);
  const act = actOf(policy, request);
  return {
    // The first clause binds the policy to its organization.
    clauses: policy.conditions.slice(1).map((clause) => clauseOf(policy, clause, act)),
    attributes: attributes.map((attribute) => ({
      name: `${attribute.of}.${attribute.name}`,
      value: valueOf(request, attribute) ?? null,
    })),
    flips: flipsOf(tree, request)
      .filter(({ changed }) => {
        const outcome = outcomeOf(changed);
        return outcome.reason !== 'pdp_error' && outcome.isAllowed !== isAllowed;
      })
      .map(({ name, value }) => ({ name, value })),
  };
}

/** Which of the acts in the request the policy is about: the act itself, or one that it includes. */
function actOf(policy: cedar.PolicyJson, request: PolicyRequest): PolicyRequest {
  const acts = actsIn(request);
  const matching = (conditions: cedar.Clause[]) => {
    prepareSet(SET, { clause: { ...policy, effect: 'permit', conditions } });
    return acts.find((act) => isPermitted(act));
  };
  return matching(policy.conditions) ?? matching(policy.conditions.slice(0, 1)) ?? request;
}

function clauseOf(policy: cedar.PolicyJson, clause: cedar.Clause, request: PolicyRequest): Clause {
  prepareSet(SET, { clause: { ...policy, effect: 'permit', conditions: [clause] } });
  return { text: textOfClause(clause), holds: isPermitted(request) };
}

function isPermitted(request: PolicyRequest): boolean {
  const answer = evaluated(SET, cedarRequest(request));
  return 'decision' in answer && answer.decision === 'allow';
}

/** As Cedar writes it. */
export function textOfClause(clause: cedar.Clause): string {
  const all = { op: 'All' } as const;
  const bare = { effect: 'permit', principal: all, action: all, resource: all, conditions: [clause] } as const;
  const written = cedar.policyToText({ ...bare, conditions: [clause] });
  if (written.type === 'failure') throw new Error(written.errors.map(({ message }) => message).join(' '));
  return written.text.replace(/^permit\(principal, action, resource\)\s*/, '').replace(/;\s*$/, '');
}
