import { DomainError } from '../../shared/domain-error.js';
import { type Said, say } from '../../shared/sentence.js';

export class SchemaNotDiscovered extends DomainError {
  constructor() {
    super(
      'conflict',
      'SCHEMA_NOT_DISCOVERED',
      'The schema of this data source is not known yet. Discover it first, or ask someone who may.',
    );
  }
}

export class DiagramTooLarge extends DomainError {
  constructor(what: Said) {
    super('conflict', 'DIAGRAM_TOO_LARGE', say('{what} Choose one schema or table, or search.', { what }));
  }
}

export class DiscoveryEnded extends DomainError {
  constructor() {
    super('conflict', 'DISCOVERY_ENDED', 'The discovery has ended already.');
  }
}
