import type { HeldRoles } from '../../shared/held-roles.js';
import type { RehearsedRoles, ShownRoles } from './claimed-groups.js';
import type { TestStep } from './connection-test.js';

const MOST_SHOWN = 100;

export function shownRoles({ decision: { given: _given, ...decision }, before, after }: RehearsedRoles): ShownRoles {
  return { ...decision, met: decision.met.slice(0, MOST_SHOWN), before: before && shownHeld(before), after: after && shownHeld(after) };
}

function shownHeld({ role, workspaces }: HeldRoles): HeldRoles {
  return { role, workspaces: workspaces.slice(0, MOST_SHOWN) };
}

/** What the groups mean, for the report of a test. */
export function groupsStep({ decision }: RehearsedRoles, claim: string): TestStep {
  const step = 'groups';
  const { decidedBy, groupsSaid, received, met, given, isWithheld } = decision;
  if (decidedBy === 'directory') {
    const message = 'The directory (SCIM) manages this person, so it decides their roles. The groups of a login give nothing.';
    return { step, outcome: 'warned', message };
  }
  if (isWithheld && given === null) {
    const message =
      'Nobody is responsible for the mapping: the account is gone, or where groups come from was changed. So nothing would change. Have somebody ' +
      'who may give all of these roles save the mapping again.';
    return { step, outcome: 'warned', message };
  }
  if (isWithheld) {
    const message =
      'The mapping gives more than the responsible person may still give, so nothing new would be given. Have somebody who may give all of these roles save the mapping again.';
    return { step, outcome: 'warned', message };
  }
  if (groupsSaid === 'incomplete') {
    const message =
      `The answer does not hold all groups under "${claim}", or the mapping changed during the test, so nothing would change. Microsoft Entra ID leaves them out for people in many groups: ` +
      'there, send only the groups that are assigned to the application, or app roles.';
    return { step, outcome: 'warned', message };
  }
  if (groupsSaid === 'absent') {
    const message =
      given === null
        ? `The answer holds no groups under "${claim}", so nothing would change. Check the name, and have the provider send groups.`
        : `The answer holds no groups under "${claim}". By "absent_groups": "none", this person counts as in no group, and loses the roles that groups gave.`;
    return { step, outcome: 'warned', message };
  }
  const counted = `Groups in the answer: ${received}. Rows of the mapping that name one of them: ${met.length}.`;
  const message = met.length > 0 ? counted : `${counted} No row fits. Compare the names with what the provider sends.`;
  return { step, outcome: met.length > 0 ? 'passed' : 'warned', message };
}
