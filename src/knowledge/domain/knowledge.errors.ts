import { DomainError } from '../../shared/domain-error.js';
import type { Kind } from './entry.js';
import type { Fixed } from '../../shared/sentence.js';

const EXISTS = {
  verified_pair: 'Verified pair with this question already exists. Change that one instead.',
  glossary_term: 'Glossary term with this name already exists. Change that one instead.',
} as const satisfies Readonly<Record<Kind, Fixed>>;

export class EntryExists extends DomainError {
  constructor(kind: Kind) {
    super('conflict', 'CONFLICT', EXISTS[kind]);
  }
}
