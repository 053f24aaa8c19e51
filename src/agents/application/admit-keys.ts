import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { KeysOfMembersOnly, KeysSwitchedOff } from '../domain/access-key.errors.js';
import { type KeyScope, neededFor } from '../domain/access-key.js';
import { KeyRules } from './ports/key-rules.js';

/** Decides whether a person may make a key with these scopes in an organization. A key reaches no more of it than the person at that moment. */
@Injectable()
export class AdmitKeys {
  constructor(
    private readonly access: AccessControl,
    private readonly rules: KeyRules,
  ) {}

  /** @throws Forbidden if the caller lacks a right that the key would have, KeysOfMembersOnly, KeysSwitchedOff */
  async execute(caller: Caller, organizationId: number, scopes: readonly KeyScope[]): Promise<void> {
    for (const permission of neededFor(scopes)) {
      // A system administrator's rights last an hour, so a key must not have them for months.
      const { isSystemAdmin } = await this.access.requireWithin(caller, permission, organizationId);
      if (isSystemAdmin) throw new KeysOfMembersOnly();
    }
    if (!(await this.rules.areAllowed(organizationId))) throw new KeysSwitchedOff();
  }
}
