import { DomainError, type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import type { Proof } from '../../shared/proof.js';
import { type Fixed, type Said, say } from '../../shared/sentence.js';

export class NameTaken extends DomainError {
  constructor(what: 'role' | 'workspace') {
    super(
      'conflict',
      'CONFLICT',
      what === 'role'
        ? 'The organization already has a role with this name. Choose another name.'
        : 'The organization already has a workspace with this name. Choose another name.',
    );
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
    const names = policies.map(({ name }) => `"${name}"`);
    const which = names.length === 0 ? say('The access policies of the organization') : say('The access policy {names}', { names });
    const sentence = isFailure
      ? say('{which} could not be evaluated, so this is not allowed. Tell an administrator of the organization.', { which })
      : say('{which} does not allow this here and now. {advice}', { which, advice: missing === null ? say(ASK) : adviceOn(missing) });
    const named = policies.map(({ id, name }) => ({ id, name }));
    const { proofs: missing_proofs, stepUp: step_up } = missing ?? { proofs: null, stepUp: null };
    super('forbidden', 'POLICY_REFUSED', sentence, undefined, {
      policies: named,
      ...(isFailure && { failed: true }),
      ...(missing_proofs !== null && { missing_proofs }),
      ...(step_up !== null && { step_up }),
    });
  }
}

const ASK = 'Ask an owner or an administrator of the organization what it requires.';

const LACKED: Readonly<Record<Proof, Fixed>> = {
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

function adviceOn({ proofs, hasNoFactor }: MissingProofs): Said {
  if (proofs.length === 0) return say('No further proof of who you are changes that. Read the policy to see what it requires.');
  const lacked = proofs.map((proof) => say(LACKED[proof])).reduce((first, second) => say('{first}; and {second}', { first, second }));
  const enrol = hasNoFactor ? say(' You have no second factor yet: enrol one in your account.') : '';
  return say('Your session lacks {lacked}.{enrol}', { lacked, enrol });
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
      'The role is in use: a person has it, a workspace has it as default, an invitation offers it, or a group is mapped to it. Replace it there first.',
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

const NO_SUCH = {
  role: 'The organization has no such role.',
  member: 'The organization has no such member.',
  workspace: 'The organization has no such workspace.',
} as const;

export class UnknownReference extends ValidationFailed {
  /** @param fields all that name it */
  constructor(fields: string | readonly string[], what: keyof typeof NO_SUCH) {
    super([fields].flat().flatMap((field) => unknownReference(field, what)));
  }
}

export function unknownReference(field: string, what: keyof typeof NO_SUCH): readonly FieldError[] {
  return [{ field, message: NO_SUCH[what] }];
}
