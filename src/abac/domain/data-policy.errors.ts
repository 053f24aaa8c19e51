import { DomainError, Forbidden } from '../../shared/domain-error.js';
import { type KeptNames, MOST_KEPT_NAMES } from './column-tags.js';
import { type Said, type Sentence, say } from '../../shared/sentence.js';

export class DataPolicyNameTaken extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The organization already has a data policy of this name. Choose another name.');
  }
}

export class TooManyDataPolicies extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', say('The organization has {most} data policies. Delete one that you do not need.', { most }));
  }
}

class TooManyKeptNames extends DomainError {
  constructor({ tags, reviewedRelations, formerNames }: KeptNames, most: number) {
    super(
      'conflict',
      'CONFLICT',
      say(
        '{most} tags, reviewed relations and former names of a data source can be kept; this one has {tags}, {relations} and {names}. Remove tags that you do not need, refused ones too.',
        { most, tags, relations: reviewedRelations, names: formerNames },
      ),
    );
  }
}

export class DataPolicyInStatus extends DomainError {
  constructor(status: 'active' | 'disabled') {
    super('conflict', 'CONFLICT', say('The data policy is {status}, so there is nothing to change.', { status: say(status) }));
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
      say(
        'The data policy "{policy}" compares rows with your {attribute}, which is not set. Ask an administrator of the organization to set it.',
        { policy, attribute: wordFor(attribute) },
      ),
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
      say(
        'The data policy "{policy}" cannot compare a value of your {attribute} with rows. Ask an administrator of the organization to correct the value or the policy.',
        { policy, attribute: wordFor(attribute) },
      ),
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
    sentence: Sentence = 'The data policies of the organization could not be evaluated, so nothing is shown. Tell an administrator of the organization.',
  ) {
    super(sentence);
  }

  /** For a person who may read policies. */
  named(): DataPoliciesFailed {
    const which = this.failing.map(({ name, cause }) => `"${name}" (${cause.replace(/[.]$/, '')})`).join(', ');
    const sentence = say(
      'Headgate cannot evaluate these data policies for you, so it shows nothing: {policies}. Correct the condition, or your attributes.',
      { policies: which },
    );
    return new DataPoliciesFailed(this.failing, sentence);
  }
}

/** For one more. @throws TooManyKeptNames */
export function assertRoomForName(kept: KeptNames): void {
  if (kept.tags + kept.reviewedRelations + kept.formerNames >= MOST_KEPT_NAMES) throw new TooManyKeptNames(kept, MOST_KEPT_NAMES);
}

function wordFor(attribute: string): string | Said {
  if (attribute === 'email') return say('verified e-mail address');
  return `\`${attribute.replace(/^own\./, '')}\``;
}
