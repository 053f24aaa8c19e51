import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { type Permission, isPermissionGrant } from '../../../shared/permission.js';
import { type Sentence, say } from '../../../shared/sentence.js';
import type { CheckedText } from '../../application/ports/policy-checks.js';
import { CEDAR_SCHEMA, actsOn } from '../../domain/cedar-schema.js';
import { type PolicyProblem, problemAt } from '../../domain/policy-problem.js';
import type { PolicyTree } from '../../domain/policy-set.js';
import { hasInexactNumber } from '../../domain/policy-tree.js';
import { wordsOfCedar } from './words-of-cedar.js';
import { boundTo } from './cedar-policies.js';
import { formOfPolicy } from './form-of-policy.js';
import { hasDeepBrackets, levelled } from './nesting.js';

/** The name of the policy in Cedar's messages, which is taken out of them. */
const NAME = 'p';
/** People and groups have names in many scripts: `営業 Sales`, `IT部`. Characters that turn the direction of a text stay refused. */
const MANY_SCRIPTS = /, string `[\s\S]*` contains mixed scripts$/;
/** The same mistake is named for each action to which the text could apply. */
const OF_ACTION = / for Action::"[^"]*"/g;
const ABOUT = /^(?:for policy|failed to parse policy with id) `p`,? ?|^failed to parse policy (?:set )?from string: /;

const LOOK_TWICE: Sentence = 'Letters of different scripts can look alike. Make sure that it is the name you mean.';

export function checkText({ organizationId, text }: { organizationId: number; text: string }): CheckedText {
  if (hasDeepBrackets(text)) return invalid([tooDeep(text)]);
  const parts = cedar.policySetTextToParts(text);
  const count = parts.type === 'success' ? parts.policies.length + parts.policy_templates.length : 1;
  if (count !== 1)
    return invalid([problemAt(text, say('Write one policy; the text holds {count}. Make a policy of each.', { count }), null)]);
  const read = cedar.policyToJson(text);
  if (read.type === 'failure') return invalid(problemsOf(text, read.errors));
  const policy = levelled(read.json);
  if (policy === null) return invalid([tooDeep(text)]);
  if (hasInexactNumber(policy as unknown as PolicyTree))
    return invalid([problemAt(text, 'Numbers must lie between -9007199254740991 and 9007199254740991.', null)]);
  const settings = { mode: 'strict' } as const;
  const policies = { staticPolicies: { [NAME]: text } };
  const answer = cedar.validate({ schema: CEDAR_SCHEMA, policies, validationSettings: settings });
  if (answer.type === 'failure') return invalid(problemsOf(text, answer.errors));
  const { validationErrors, validationWarnings, otherWarnings } = answer;
  // A policy that can never apply is a mistake: its author believes that it protects something.
  const found = [...(validationErrors.length > 0 ? validationErrors : validationWarnings).map(({ error }) => error)];
  const all = [...found, ...otherWarnings];
  const problems = problemsOf(
    text,
    all.filter(({ message }) => !MANY_SCRIPTS.test(message)),
  );
  if (problems.length > 0) return invalid(problems);
  const actions = actionsOf(policy);
  const { effect } = policy;
  const closed = effect === 'permit' ? actions.filter((action) => actsOn(action).length === 1) : [];
  if (closed.length > 0) return invalid([tooWide(text, closed)]);
  const tree = boundTo(organizationId, policy) as unknown as PolicyTree;
  const mixed = validationWarnings.map(({ error }) => error).filter(({ message }) => MANY_SCRIPTS.test(message));
  const warnings = problemsOf(text, mixed).map((warning) => ({ ...warning, hint: LOOK_TWICE }));
  return { isValid: true, content: { tree, effect, actions }, warnings, shown: formOfPolicy(text, policy) };
}

function invalid(problems: readonly PolicyProblem[]): CheckedText {
  return { isValid: false, problems };
}

function problemsOf(text: string, errors: readonly cedar.DetailedError[]): PolicyProblem[] {
  const problems = errors.map(({ message, help, sourceLocations = [] }) => {
    const [at] = sourceLocations;
    return problemAt(
      text,
      wordsOfCedar(sentence(message.replace(ABOUT, '').replaceAll(OF_ACTION, ''))),
      help === null ? null : wordsOfCedar(sentence(help)),
      at?.start,
      at?.end,
    );
  });
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}

export function tooDeep(text: string): PolicyProblem {
  const hint = 'Write lists as sets, such as ["a", "b"].contains(x), or split it into several policies.';
  return problemAt(text, 'The policy is nested too deeply.', hint);
}

/** The actions to which it can apply, by its types. */
function actionsOf(policy: cedar.PolicyJson): readonly Permission[] {
  const answer = cedar.getValidRequestEnvsPolicy(policy, CEDAR_SCHEMA);
  if (answer.type === 'failure') throw new Error(answer.error);
  return answer.actions
    .map((action) => action.slice('Action::"'.length, -1))
    .filter((action): action is Permission => action !== '*' && isPermissionGrant(action));
}

function tooWide(text: string, closed: readonly Permission[]): PolicyProblem {
  const [first = '', ...more] = closed;
  const named = more.length === 0 ? first : say('{first} and {count} others', { first, count: more.length });
  return problemAt(
    text,
    say('A permit can only allow actions on workspaces and data sources, not the administration of the organization: {named}.', { named }),
    'Name the actions that it permits, such as action == Action::"query.run".',
  );
}
