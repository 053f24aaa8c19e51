import { DomainError, type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import type { Proof } from '../../shared/proof.js';

export class NameTaken extends DomainError {
  constructor(what: 'role' | 'workspace') {
    super('conflict', 'CONFLICT', `The organization already has a ${what} with this name. Choose another name.`);
  }
}

export class WorkspaceHolds extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The workspace holds data sources or prompt templates. Move them elsewhere or delete them first.');
  }
}

/** The roles allow it, and an access policy of the organization does not. */
export class PolicyRefused extends DomainError {
  /**
   * @param isFailure whether a policy could not be evaluated; that refuses everything it may be about
   * @param missing what the person lacks; `null` if they may not know what policies ask for
   */
  constructor(
    policies: readonly { readonly id: number; readonly name: string }[],
    isFailure: boolean,
    missing: MissingProofs | null = null,
  ) {
    const names = policies.map(({ name }) => `"${name}"`).join(', ');
    const which = names === '' ? 'The access policies of the organization' : `The access policy ${names}`;
    const message = isFailure
      ? `${which} could not be evaluated, so this is not allowed. Tell an administrator of the organization.`
      : `${which} does not allow this here and now. ${missing === null ? ASK : adviceOn(missing)}`;
    const named = policies.map(({ id, name }) => ({ id, name }));
    const { proofs: missing_proofs, stepUp: step_up } = missing ?? { proofs: null, stepUp: null };
    super('forbidden', 'POLICY_REFUSED', message, undefined, {
      policies: named,
      ...(isFailure && { failed: true }),
      ...(missing_proofs !== null && { missing_proofs }),
      ...(step_up !== null && { step_up }),
    });
  }
}

const ASK = 'Ask an owner or an administrator of the organization what it requires.';

const LACKED: Readonly<Record<Proof, string>> = {
  recent_proof: 'a recent proof of who you are: confirm it again',
  second_factor: 'a second factor (acr aal2): confirm one',
  trusted_device: 'a trusted device: trust this one when you log in with your second factor',
  single_sign_on: 'single sign-on: sign in through your identity provider',
};

interface MissingProofs {
  /** Empty if no proof helps. */
  readonly proofs: readonly Proof[];
  /** How the session can give all of them; `null` if it cannot. */
  readonly stepUp: unknown;
  /** Whether the second factor is missing because the person has none. */
  readonly hasNoFactor: boolean;
}

function adviceOn({ proofs, hasNoFactor }: MissingProofs): string {
  if (proofs.length === 0) return 'No further proof of who you are changes that. Read the policy to see what it requires.';
  const lacked = proofs.map((proof) => LACKED[proof]).join('; and ');
  const enrol = hasNoFactor ? ' You have no second factor yet: enrol one in your account.' : '';
  return `Your session lacks ${lacked}.${enrol}`;
}

export class LastOwner extends DomainError {
  constructor() {
    super('conflict', 'LAST_OWNER', 'An organization needs at least one owner. Make another person an owner first.');
  }
}

export class BuiltInRoleFixed extends DomainError {
  constructor() {
    super('conflict', 'BUILT_IN_ROLE', 'Built-in roles cannot be changed or deleted. Make a custom role instead.');
  }
}

export class RoleInUse extends DomainError {
  constructor() {
    super(
      'conflict',
      'ROLE_IN_USE',
      'The role is in use: a person has it, a workspace has it as default, an invitation offers it, or a group ' +
        'is mapped to it. Replace it there first.',
    );
  }
}

export class MemberAlready extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This person is already a member. Change their role instead.');
  }
}

export class GrantRefused extends DomainError {
  constructor() {
    super('forbidden', 'FORBIDDEN', 'You can only give or take roles that allow no more than your own. Ask an owner.');
  }
}

export class UnknownReference extends ValidationFailed {
  /** @param fields all that name it */
  constructor(fields: string | readonly string[], what: string) {
    super([fields].flat().flatMap((field) => unknownReference(field, what)));
  }
}

export function unknownReference(field: string, what: string): readonly FieldError[] {
  return [{ field, message: `The organization has no such ${what}.` }];
}
