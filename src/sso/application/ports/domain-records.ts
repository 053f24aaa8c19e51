import type { DnsFinding } from '../../domain/claimed-domain.js';

export abstract class DomainRecords {
  /** Asks the DNS now, for TXT records at a name; outside any unit of work. Never throws for what the DNS does. */
  abstract look(name: string): Promise<DnsFinding>;
}
