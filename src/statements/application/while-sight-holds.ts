import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { SightChanged } from '../domain/statement.errors.js';
import { type AskingPermission, ConfirmAsker } from './confirm-asker.js';
import { DataPolicies } from './ports/data-policies.js';

interface Asker {
  readonly caller: Caller;
  readonly permission: AskingPermission;
  readonly source: DataSource;
}

/** Does what may take long with something that the caller may see, and gives it only if they may see it still. */
@Injectable()
export class WhileSightHolds {
  constructor(
    private readonly confirmAsker: ConfirmAsker,
    private readonly dataPolicies: DataPolicies,
  ) {}

  /** @throws SightChanged, what `ConfirmAsker` throws, and what the work throws */
  async execute<T>({ caller, permission, source }: Asker, work: () => Promise<T>): Promise<T> {
    // Of now: the source may have been entered long ago.
    const place = { organizationId: source.organizationId, dataSourceId: source.id };
    const sight = await this.dataPolicies.sightOf(caller, place);
    const done = await work();
    const now = await this.confirmAsker.execute(caller, permission, source.id);
    if ((await this.dataPolicies.sightOf(caller, { ...now, dataSourceId: now.id })) !== sight) throw new SightChanged();
    return done;
  }
}
