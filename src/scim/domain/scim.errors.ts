import { DomainError, type ErrorKind } from '../../shared/domain-error.js';

/** RFC 7644 table 9, and RFC 9865 section 2.1. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'
  | 'invalidCursor'
  | 'expiredCursor'
  | 'invalidCount';

/** A refusal in the words of SCIM: `scimType` is the stable code, `message` becomes `detail`. */
export class ScimRefusal extends DomainError {
  constructor(
    kind: ErrorKind,
    readonly scimType: ScimType,
    message: string,
  ) {
    super(kind, scimType, message);
  }
}

export class InvalidFilter extends ScimRefusal {
  constructor(message: string) {
    super('invalid', 'invalidFilter', message);
  }
}

export class InvalidPath extends ScimRefusal {
  constructor(message: string) {
    super('invalid', 'invalidPath', message);
  }
}

export class InvalidSyntax extends ScimRefusal {
  constructor(message: string) {
    super('invalid', 'invalidSyntax', message);
  }
}

export class InvalidValue extends ScimRefusal {
  constructor(message: string) {
    super('invalid', 'invalidValue', message);
  }
}

export class NoTarget extends ScimRefusal {
  constructor(message: string) {
    super('invalid', 'noTarget', message);
  }
}

export class NotMutable extends ScimRefusal {
  constructor(message: string) {
    super('invalid', 'mutability', message);
  }
}

export class NotUnique extends ScimRefusal {
  constructor(message: string) {
    super('conflict', 'uniqueness', message);
  }
}

export class VersionMismatch extends DomainError {
  constructor() {
    super('precondition_failed', 'PRECONDITION_FAILED', 'The resource has changed since the version of If-Match.');
  }
}

/** RFC 7644 section 3.7.4, which gives it no `scimType`. */
export class TooLarge extends DomainError {
  constructor(message: string) {
    super('too_large', 'PAYLOAD_TOO_LARGE', message);
  }
}

/** RFC 7644 section 3.7.1 names the status: what the bulkId stands for is not in the request, or could not be made. */
export class UnresolvedReference extends ScimRefusal {
  constructor(bulkId: string) {
    super('conflict', 'invalidValue', `There is no resource behind bulkId ${JSON.stringify(bulkId.slice(0, 100))}.`);
  }
}
