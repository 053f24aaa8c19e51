import { Injectable } from '@nestjs/common';
import { EnterDataSource, type EnteredSource, type Permissions } from '../../data-sources/application/enter-data-source.js';
import { RequireSession } from '../../sessions/application/require-session.js';
import type { Caller } from '../../shared/caller.js';
import { CallerKeys } from './ports/caller-keys.js';

/** The permission by which a person asks a model. */
export type AskingPermission = 'query.run' | 'template.execute';

/**
 * A model may think for minutes, a discovery may take as long, and statements wait for a place. Meanwhile the session or key may have
 * ended, or the person may have lost their account, their role or the data source.
 */
@Injectable()
export class ConfirmAsker {
  constructor(
    private readonly requireSession: RequireSession,
    private readonly callerKeys: CallerKeys,
    private readonly enterDataSource: EnterDataSource,
  ) {}

  /** Ask after everything that waits. @returns the source as it is now @throws Unauthorized, Forbidden, NotFound, DataSourceClosed */
  async execute(caller: Caller, needed: AskingPermission | Permissions, dataSourceId: number): Promise<EnteredSource> {
    await this.requireCaller(caller);
    return this.enterDataSource.withEach(caller, typeof needed === 'string' ? [needed] : needed, dataSourceId);
  }

  /** For what needs no source. @throws Unauthorized */
  async requireCaller(caller: Caller): Promise<void> {
    // Each of the two also finds out whether the account is active.
    if (caller.key === undefined) await this.requireSession.execute(caller);
    else await this.callerKeys.require(caller.key.id);
  }
}
