import { DomainError, Forbidden } from '../../shared/domain-error.js';
import { type KeptNames, MOST_KEPT_NAMES } from './column-tags.js';

export class DataPolicyNameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization already has a data policy of this name. Choose another name.');
  }
}

export class TooManyDataPolicies extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', `The organization has ${most} data policies. Delete one that you do not need.`);
  }
}

class TooManyKeptNames extends DomainError {
  constructor({ tags, reviewedRelations, formerNames }: KeptNames, most: number) {
    super(
      'conflict',
      'CONFLICT',
      `${most} tags, reviewed relations and former names of a data source can be kept; this one has ${tags}, ${reviewedRelations} and ${formerNames}. Remove tags that you do not need, refused ones too.`,
    );
  }
}

export class DataPolicyInStatus extends DomainError {
  constructor(status: string) {
    super('conflict', 'CONFLICT', `The data policy is ${status}, so there is nothing to change.`);
  }
}

export class DataPolicyActive extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The data policy is active. Disable it first.');
  }
}

export class TagCountsByNow extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'A data policy has just begun to use this tag. Look at the tag again, then decide.');
  }
}

/** Without it rows cannot be compared, so no row is shown. */
export class AttributeMissing extends Forbidden {
  constructor(
    readonly attribute: string,
    policy: string,
  ) {
    super(
      `The data policy "${policy}" compares rows with your ${wordFor(attribute)}, which is not set. Ask an administrator of the organization to set it.`,
    );
  }
}

/** One of its values does not fit the type of the column, so rows cannot be compared either. */
export class AttributeUnfit extends Forbidden {
  constructor(
    readonly attribute: string,
    policy: string,
  ) {
    super(
      `The data policy "${policy}" cannot compare a value of your ${wordFor(attribute)} with rows. Ask an administrator of the organization to correct the value or the policy.`,
    );
  }
}

export function isOfAttribute(error: unknown): error is AttributeMissing | AttributeUnfit {
  return error instanceof AttributeMissing || error instanceof AttributeUnfit;
}

export interface FailedCondition {
  readonly id: number;
  readonly name: string;
  /** It holds values of attributes of the person. */
  readonly cause: string;
}

export class DataPoliciesFailed extends Forbidden {
  constructor(
    readonly failing: readonly FailedCondition[] = [],
    message = 'The data policies of the organization could not be evaluated, so nothing is shown. Tell an administrator of the organization.',
  ) {
    super(message);
  }

  /** For a person who may read policies. */
  named(): DataPoliciesFailed {
    const which = this.failing.map(({ name, cause }) => `"${name}" (${cause.replace(/[.]$/, '')})`).join(', ');
    const message = `Headgate cannot evaluate these data policies for you, so it shows nothing: ${which}. Correct the condition, or your attributes.`;
    return new DataPoliciesFailed(this.failing, message);
  }
}

/** For one more. @throws TooManyKeptNames */
export function assertRoomForName(kept: KeptNames): void {
  if (kept.tags + kept.reviewedRelations + kept.formerNames >= MOST_KEPT_NAMES) throw new TooManyKeptNames(kept, MOST_KEPT_NAMES);
}

function wordFor(attribute: string): string {
  if (attribute === 'email') return 'verified e-mail address';
  return `\`${attribute.replace(/^own\./, '')}\``;
}
