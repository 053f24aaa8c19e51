import { DomainError, Forbidden } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';

/** For each person, in all of their organizations. */
export const MOST_AGENTS = 50;
export const MOST_CLIENTS = 50;
export const MOST_SECRETS = 2;

export class ClientNotAdmitted extends Forbidden {
  constructor() {
    super('None of your organizations lets this AI client connect. Ask an administrator to list it under "AI clients".');
  }
}

export class TooManyAgents extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      say('You have {most} connected AI clients, and cannot have more. Disconnect one first.', { most: MOST_AGENTS }),
    );
  }
}

export class TooManyClients extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      say('The organization has {most} AI clients, and cannot have more. Remove one first.', { most: MOST_CLIENTS }),
    );
  }
}

export class TooManySecrets extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The client has two secrets. Remove the one that it no longer uses.');
  }
}

export class NoSecrets extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'This client was registered without secrets. Register it again as one that keeps a secret.');
  }
}
