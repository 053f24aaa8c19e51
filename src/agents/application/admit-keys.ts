import { Injectable } from '@nestjs/common';
import { NameDataSources } from '../../data-sources/application/name-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import { ValidationFailed } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { say } from '../../shared/sentence.js';
import { KeysOfMembersOnly, KeysSwitchedOff } from '../domain/access-key.errors.js';
import { type KeyScope, neededFor } from '../domain/access-key.js';
import { KeyRules } from './ports/key-rules.js';

/** Decides whether a person may make a key with these scopes in an organization. A key reaches no more of it than the person at that moment. */
@Injectable()
export class AdmitKeys {
  constructor(
    private readonly access: AccessControl,
    private readonly rules: KeyRules,
    private readonly nameDataSources: NameDataSources,
  ) {}

  /** @throws Forbidden if the caller lacks a right that the key would have, KeysOfMembersOnly, KeysSwitchedOff */
  async execute(caller: Caller, organizationId: number, scopes: readonly KeyScope[]): Promise<void> {
    await this.requireScopes(caller, organizationId, scopes);
    if (!(await this.rules.areAllowed(organizationId))) throw new KeysSwitchedOff();
  }

  /** @throws Forbidden, KeysOfMembersOnly */
  async requireScopes(caller: Caller, organizationId: number, scopes: readonly KeyScope[]): Promise<void> {
    for (const permission of neededFor(scopes)) {
      // A system administrator's rights last an hour, so a key must not have them for months.
      const { isSystemAdmin } = await this.access.requireWithin(caller, permission, organizationId);
      if (isSystemAdmin) throw new KeysOfMembersOnly();
    }
  }

  /** @throws ValidationFailed */
  async requireSources(caller: Caller, organizationId: number, ids: readonly number[] | null): Promise<void> {
    if (ids === null) return;
    const known = (await this.nameDataSources.execute(caller, 'data_source.read', { organizationId, ids })).map(({ id }) => id);
    const missing = ids.filter((id) => !known.includes(id));
    if (missing.length === 0) return;
    const message = say('The organization has no data source {ids}.', { ids: missing.map(String) });
    throw new ValidationFailed([{ field: 'data_source_ids', message }]);
  }
}
