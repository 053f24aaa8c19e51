import { LARGEST_BODY } from './schema/limits.js';
import { type ErrorKind, ConcurrentChange, DomainError, Forbidden, ValidationFailed } from '../../shared/domain-error.js';
import { inEnglish, verbatim } from '../../shared/sentence.js';

/** RFC 7644 table 9, and RFC 9865 section 2.1. */
export const SCIM_TYPES = [
  'invalidFilter',
  'tooMany',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
  'invalidVers',
  'sensitive',
  'invalidCursor',
  'expiredCursor',
  'invalidCount',
] as const;

export type ScimType = (typeof SCIM_TYPES)[number];

/** A refusal in the terms of SCIM: `scimType` is the stable code, `message` becomes `detail`. */
export class ScimRefusal extends DomainError {
  constructor(
    kind: ErrorKind,
    readonly scimType: ScimType,
    message: string,
  ) {
    super(kind, scimType, verbatim(message));
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
    super(
      'precondition_failed',
      'PRECONDITION_FAILED',
      verbatim('The resource has changed since the version in If-Match. Read it again first.'),
    );
  }
}

export class ScopeMissing extends DomainError {
  constructor(scope: string) {
    super('forbidden', 'FORBIDDEN', verbatim(`The token lacks the scope "${scope}".`));
  }
}

export class BodyTooLarge extends DomainError {
  constructor() {
    super('too_large', 'PAYLOAD_TOO_LARGE', verbatim(`The body has more than ${LARGEST_BODY} bytes. Send it in parts.`));
  }
}

export class NotAcceptable extends DomainError {
  constructor() {
    super('not_acceptable', 'NOT_ACCEPTABLE', verbatim('Accept application/scim+json or application/json: the answer has no other type.'));
  }
}

export class MethodNotAllowed extends DomainError {
  constructor(method: string) {
    super('method_not_allowed', 'METHOD_NOT_ALLOWED', verbatim(`This address does not support ${method}.`));
  }
}

/** RFC 7644 section 3.11: a token stands for an organization, not for a person. */
export class NoSubject extends DomainError {
  constructor() {
    super(
      'not_implemented',
      'NOT_IMPLEMENTED',
      verbatim('A provisioning token stands for an organization and not for a person, so /Me has no subject.'),
    );
  }
}

export class LastOwnerStays extends Forbidden {
  constructor() {
    super(verbatim('This user is the last active owner of the organization. Make another person an owner first, then try again.'));
  }
}

export class BreakGlassStays extends Forbidden {
  constructor() {
    super(verbatim('This user is a break-glass account: it gets in when single sign-on fails. Only an owner may change that.'));
  }
}

/** See `KeepCeiling`. */
export class AboveCeiling extends Forbidden {
  constructor() {
    super(
      verbatim(
        'This is more than the people behind this provisioning token may do now. Ask an owner of the organization to approve the token.',
      ),
    );
  }
}

/** By the stable code of the refusal of another context. */
const REFUSAL_BY_CODE: Readonly<Record<string, () => DomainError>> = {
  // Each was checked before, so another request was faster: it took an address or a name, or invited or admitted a person.
  CONFLICT: () => new ConcurrentChange(),
  FORBIDDEN: () => new AboveCeiling(),
  LAST_OWNER: () => new LastOwnerStays(),
  BREAK_GLASS_STAYS: () => new BreakGlassStays(),
};

/** What contexts below refuse a change by a directory with, in terms of SCIM; anything else stays as it is. */
export function inTermsOfScim(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  if (error instanceof ValidationFailed)
    return new InvalidValue(error.details?.map(({ message }) => inEnglish(message)).join(' ') ?? error.message);
  const said = REFUSAL_BY_CODE[error.code];
  return said === undefined ? error : said();
}
