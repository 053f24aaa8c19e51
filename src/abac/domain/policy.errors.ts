import { DomainError } from '../../shared/domain-error.js';
import type { LastingProof } from '../../shared/proof.js';
import type { ExampleOutcome } from './example.js';
import type { PolicyProblem } from './policy-problem.js';
import { type Fixed, say } from '../../shared/sentence.js';

export class PolicyNameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization already has a policy of this name. Choose another name.');
  }
}

export class PolicyArchived extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The policy is archived. Make a new one.');
  }
}

export class PolicyInForce extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'A version of the policy is active or in shadow. Disable it first.');
  }
}

export class AlreadyInState extends DomainError {
  constructor(state: 'active' | 'shadow') {
    super('conflict', 'CONFLICT', state === 'active' ? 'The version is already active.' : 'The version is already in shadow.');
  }
}

export class NotInForce extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The version is neither active nor in shadow, so there is nothing to disable.');
  }
}

export class IsActive extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The version is already active. Disable it first.');
  }
}

export class TooManyInForce extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', say('The organization has {most} versions in force. Disable one that you do not need.', { most }));
  }
}

/** Every instance holds what is in force in memory, and loads it on the thread that answers requests. */
class PoliciesTooLarge extends DomainError {
  constructor(bytes: number, most: number) {
    super(
      'conflict',
      'POLICIES_TOO_LARGE',
      say(
        'The policies in force would take {size} kB together, but at most {most} kB are allowed. Disable one that you do not need, or write it shorter.',
        { size: Math.ceil(bytes / 1024), most: most / 1024 },
      ),
    );
  }
}

/**
 * Followed names, or a lower limit, may leave more in force than fits. A change that adds nothing is never refused, because it may hide
 * more. @throws PoliciesTooLarge
 */
export function assertFit({ before, after }: { before: number; after: number }, most: number): void {
  if (after > most && after > before) throw new PoliciesTooLarge(after, most);
}

/** The version has changed since it was judged. */
export class PublishedMeanwhile extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'Another policy was published at the same time. Try again.');
  }
}

/** Each problem says where it is and what to do. */
export class PolicyInvalid extends DomainError {
  constructor(problems: readonly PolicyProblem[]) {
    super('unprocessable', 'POLICY_INVALID', 'The policy is not valid. `problems` says what is wrong, and where.', undefined, {
      problems,
    });
  }
}

export class ExamplesFailed extends DomainError {
  constructor(failed: readonly ExampleOutcome[]) {
    super(
      'conflict',
      'POLICY_EXAMPLES_FAILED',
      'The policy does not decide all its examples as expected. Correct the text or the examples.',
      undefined,
      {
        failed_examples: failed.map(({ name, expected, decided, errors }) => ({ name, expected, decided, errors })),
      },
    );
  }
}

/** How people give the proofs, where one of them would let somebody in. */
const GIVEN: Readonly<Record<LastingProof, Fixed>> = {
  second_factor: 'confirm a second factor',
  trusted_device: 'trust a device',
  single_sign_on: 'sign in once through single sign-on',
};

export class LocksOut extends DomainError {
  constructor(
    lost: readonly {
      readonly userId: number;
      readonly permissions: readonly string[];
      readonly missingProofs: readonly LastingProof[];
    }[],
  ) {
    const proofs = [...new Set(lost.flatMap(({ missingProofs }) => missingProofs))];
    const advice =
      proofs.length === 0
        ? say('Add an exception for them.')
        : say('Have them {given} first, or add an exception for them.', {
            given: proofs.map((proof) => say(GIVEN[proof])).reduce((first, second) => say('{first}, and {second}', { first, second })),
          });
    super(
      'conflict',
      'POLICY_LOCKS_OUT',
      say(
        'The policy would keep owners from running the organization, by every way in which they can sign in today, from your network. {advice}',
        { advice },
      ),
      undefined,
      {
        owners: lost.map(({ userId, permissions, missingProofs }) => ({
          user_id: userId,
          permissions,
          missing_proofs: missingProofs,
        })),
      },
    );
  }
}

export class PermitNotGiven extends DomainError {
  constructor(missing: readonly string[]) {
    super(
      'forbidden',
      'FORBIDDEN',
      say('The policy permits what you may not do yourself: {permissions}. Ask an owner to activate it.', { permissions: missing }),
    );
  }
}
