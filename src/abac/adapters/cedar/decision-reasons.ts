import { Forbidden } from '../../../shared/domain-error.js';
import type { Evaluation, Reasons } from '../../domain/authzen.js';
import type { PolicyDecision, PolicyRequest } from '../../domain/policy-request.js';

/** The part of a question that the organization does not have; `hidden`: the workspace is not for the person. */
export type Unknown = 'subject' | 'action' | 'resource' | 'hidden';

/** The person reads what the doors of the service would tell them. */
export function reasonsOf({ action, resource }: PolicyRequest, { reason, policies, errors }: Omit<PolicyDecision, 'isAllowed'>): Reasons {
  if (reason !== 'policy' && reason !== 'pdp_error') {
    const thing = 'id' in resource ? `${NAMES[resource.type]} ${resource.id}` : 'the organization';
    return { user: new Forbidden().message, admin: `No role of the person has ${action} for ${thing}.` };
  }
  const names = policies.map(({ name }) => `"${name}"`).join(', ');
  const which = policies.map(({ id, name, version }) => `"${name}" (id ${id}, version ${version})`).join(', ');
  if (reason === 'policy')
    return {
      user: `${theAccessPolicy(names)} does not allow this here and now. Ask an owner or an administrator of the organization what it requires.`,
      admin: `${theAccessPolicy(which)} refuses this.`,
    };
  return {
    user: `${theAccessPolicy(names)} could not be evaluated, so this is not allowed. Tell an administrator of the organization.`,
    admin: `${theAccessPolicy(which)} could not be evaluated, which refuses. ${errors[0] ?? ''}`.trimEnd(),
  };
}

function theAccessPolicy(names: string): string {
  return names === '' ? 'An access policy' : `The access policy ${names}`;
}

export function reasonsOfUnknown(unknown: Unknown, asked: Evaluation | undefined): Reasons {
  const type = asked?.resource.type ?? '';
  const admin = {
    subject: 'The organization has no active member of this type and id.',
    action: `There is no such action on a resource of type "${type}".`,
    resource: 'The organization has no resource of this type and id.',
    hidden: 'The person is not a member of the workspace, and it is not public.',
  };
  return { user: 'It does not exist, or you may not see it.', admin: admin[unknown] };
}

const NAMES = { Workspace: 'workspace', DataSource: 'data source' } as const;
