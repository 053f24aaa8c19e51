import type { ClaimDecision } from './claimed-groups.js';
import type { TestOutcome, TestStep } from './connection-test.js';

/** What a member holds by roles, by name. */
interface HeldRoles {
  readonly role: string;
  readonly workspaces: readonly { readonly workspaceId: number; readonly role: string }[];
}

/** What the groups of a test login would lead to. */
export interface ForeseenRoles {
  readonly decision: ClaimDecision;
  /** `null` for a person who is not a member. */
  readonly before: HeldRoles | null;
  readonly after: HeldRoles | null;
}

const MOST_SHOWN = 100;

export function shownRoles({ decision, before, after }: ForeseenRoles): NonNullable<TestOutcome['roles']> {
  const { decidedBy, said, received, isWithheld, met } = decision;
  return {
    decided_by: decidedBy,
    said,
    received,
    is_withheld: isWithheld,
    met: met.slice(0, MOST_SHOWN).map(({ groupId, roleId, workspaceId, counts }) => ({
      group: groupId,
      role_id: roleId,
      workspace_id: workspaceId,
      counts,
    })),
    before: before && shownHeld(before),
    after: after && shownHeld(after),
  };
}

function shownHeld({ role, workspaces }: HeldRoles) {
  return {
    role,
    workspaces: workspaces.slice(0, MOST_SHOWN).map(({ workspaceId, role: name }) => ({ workspace_id: workspaceId, role: name })),
  };
}

/** What the groups mean, for the report of a test. */
export function groupsStep({ decision }: ForeseenRoles, claim: string): TestStep {
  const step = 'groups';
  const { decidedBy, said, received, met, given, isWithheld } = decision;
  if (decidedBy === 'directory') {
    const message = 'The directory (SCIM) manages this person, so it decides their roles. The groups of a login give nothing.';
    return { step, outcome: 'warned', message };
  }
  if (isWithheld) {
    const message =
      'The mapping gives more than the person who saved it last may give now, so nothing would change. Have an owner save it again.';
    return { step, outcome: 'warned', message };
  }
  if (said === 'incomplete') {
    const message =
      `The answer does not hold all groups under "${claim}", so nothing would change. Microsoft Entra ID leaves them out for people in many groups: ` +
      'there, send only the groups that are assigned to the application, or app roles.';
    return { step, outcome: 'warned', message };
  }
  if (said === 'absent') {
    const message =
      given === null
        ? `The answer holds no groups under "${claim}", so nothing would change. Check the name, and have the provider send groups.`
        : `The answer holds no groups under "${claim}". The mapping takes that for no groups.`;
    return { step, outcome: 'warned', message };
  }
  const message = `The answer holds ${received} groups; ${met.length} rows of the mapping name one of them.`;
  return { step, outcome: met.length > 0 ? 'passed' : 'warned', message };
}
