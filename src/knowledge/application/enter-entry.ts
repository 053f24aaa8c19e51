import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type Entry, type Kind, nameOf } from '../domain/entry.js';
import { Entries } from './ports/entries.js';

/** Finds a verified pair or a word of the glossary for a caller who may do this with it. */
@Injectable()
export class EnterEntry {
  constructor(
    private readonly access: AccessControl,
    private readonly entries: Entries,
  ) {}

  /** @throws Forbidden, also for a caller without an organization; NotFound for a missing one and for a stranger */
  async execute(caller: Caller, permission: Permission, kind: Kind, id: number): Promise<Entry> {
    const entry = await this.entries.findFor(caller, kind, id);
    if (entry === null) {
      await this.access.requireMembership(caller, permission);
      throw await this.access.refuseUnknown(caller, permission, { type: kind, id, name: nameOf(kind) });
    }
    const { organizationId, dataSourceId } = entry;
    try {
      await this.access.require(caller, permission, { organizationId, dataSourceId }, nameOf(kind));
    } catch (error) {
      if (error instanceof NotFound) await this.access.requireMembership(caller, permission);
      throw error;
    }
    return entry;
  }
}
