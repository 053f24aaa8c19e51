import { DomainError } from '../../shared/domain-error.js';
import { type Kind, nameOf } from './entry.js';

export class EntryExists extends DomainError {
  constructor(kind: Kind) {
    const what = kind === 'verified_pair' ? 'this question' : 'this name';
    super('conflict', 'CONFLICT', `${nameOf(kind)} with ${what} already exists. Change that one instead.`);
  }
}
