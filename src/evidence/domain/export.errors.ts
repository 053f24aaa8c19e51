import { DomainError, Forbidden } from '../../shared/domain-error.js';

export class ExportNotReady extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The export is not ready yet. Read its state, and fetch the file when that is `ready`.');
  }
}

export class ExportGone extends DomainError {
  constructor() {
    super('gone', 'GONE', 'There is no export, or it was deleted after its day. Ask for a new one.');
  }
}

export class OnlyOfOrganization extends Forbidden {
  constructor() {
    super('Only people of the organization can do this. Ask one of its owners.');
  }
}

export class HiddenFromAsker extends Forbidden {
  constructor() {
    super('An access policy hides a part of the organization from you, so you cannot export the whole. Ask an owner.');
  }
}
