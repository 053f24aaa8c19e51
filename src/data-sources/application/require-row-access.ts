import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataSource } from '../domain/data-source.js';

interface Rows {
  readonly organizationId: number;
  /** `null` for what is left of one that was deleted. */
  readonly dataSourceId: number | null;
}

/**
 * Reading rows of a data source is one act, whichever door leads to it: a query, a question, a template, a kept answer, values in a
 * schema. Roles open each door by a permission of its own; access policies are asked about `query.run` at all of them.
 */
@Injectable()
export class RequireRowAccess {
  constructor(private readonly access: AccessControl) {}

  /** @throws PolicyRefused, Unavailable */
  async execute(caller: Caller, { organizationId, dataSourceId }: Rows): Promise<void> {
    const place = { organizationId, ...(dataSourceId !== null && { dataSourceId }) };
    await this.access.requirePolicies(caller, 'query.run', place);
  }

  /** For an answer that leaves rows out; of a closed source people see the schema at most. @throws Unavailable */
  async isGiven(caller: Caller, { organizationId, id, closed }: DataSource): Promise<boolean> {
    return closed === null && this.access.passesPolicies(caller, 'query.run', { organizationId, dataSourceId: id });
  }
}
