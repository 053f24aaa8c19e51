import { Injectable } from '@nestjs/common';
import { RequireAccount } from '../../accounts/application/require-account.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';

/** The permission by which a person asks a model. */
export type AskingPermission = 'query.run' | 'template.execute';

/** A model may think for minutes. Meanwhile the person may have lost their account, their role or the data source. */
@Injectable()
export class ConfirmAsker {
  constructor(
    private readonly requireAccount: RequireAccount,
    private readonly enterDataSource: EnterDataSource,
  ) {}

  /** Ask directly before the statement is judged and run. @throws Unauthorized, Forbidden, NotFound */
  async execute(caller: Caller, permission: AskingPermission, dataSourceId: number): Promise<void> {
    await this.requireAccount.execute(caller.userId);
    await this.enterDataSource.execute(caller, permission, dataSourceId);
  }
}
