import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import { SourceMoved } from './run-statement.js';
import type { Caller } from '../../shared/caller.js';
import { Clock } from '../../shared/ports/clock.js';
import { SightChanged } from '../domain/statement.errors.js';
import { withoutAliases } from '../../engines/sql-guard/written-column.js';
import { type AskingPermission, ConfirmAsker } from './confirm-asker.js';
import { JudgeStatement, type Verdict } from './judge-statement.js';
import { WhileSightHolds } from './while-sight-holds.js';

/** Statements that one result is made of, with what was decided about each. */
export interface JudgedStatements {
  readonly caller: Caller;
  /** By which the caller has entered the source. */
  readonly permission: AskingPermission;
  /** As it was when they were judged. */
  readonly source: DataSource;
  readonly judged: readonly { readonly sql: string; readonly verdict: Verdict }[];
  /** Before anything that they rest on was asked for. */
  readonly began: Date;
}

/** A judgement that is older may be of the past. Usually a statement goes out some milliseconds after its judgement began. */
const OLDEST_MS = 1_000;

/**
 * Asks once more what decides about a statement, where time has passed since it was judged: a long line of others at the guard, values
 * that had to be looked up, a name or a source that answers slowly. A statement that goes out at once costs nothing more.
 */
@Injectable()
export class ConfirmVerdicts {
  constructor(
    private readonly confirmAsker: ConfirmAsker,
    private readonly requireRowAccess: RequireRowAccess,
    private readonly judgeStatement: JudgeStatement,
    private readonly whileSightHolds: WhileSightHolds,
    private readonly clock: Clock,
  ) {}

  /** @throws SightChanged or SourceMoved where it would be decided otherwise now; what `ConfirmAsker`, `RequireRowAccess` and `JudgeStatement` throw */
  async execute({ caller, permission, source: before, judged, began }: JudgedStatements): Promise<void> {
    if (this.clock.now().getTime() - began.getTime() <= OLDEST_MS) return;
    // Without the moment of this entry: a policy may come into force between it and the sight that is compared below.
    const { moment: _, ...source } = await this.confirmAsker.execute(caller, permission, before.id);
    await this.requireRowAccess.execute(caller, { ...source, dataSourceId: source.id });
    if (!isSame(source.connection, before.connection)) throw new SourceMoved();
    // This may take as long again, so it counts only if nothing that it depends on has changed in the meantime.
    await this.whileSightHolds.execute({ caller, permission, source }, async () => {
      for (const { sql, verdict } of judged)
        if (!isSameVerdict(await this.judgeStatement.execute({ caller, source, sql }), verdict)) throw new SightChanged();
    });
  }
}

function isSameVerdict(one: Verdict, other: Verdict): boolean {
  return withoutAliases(JSON.stringify(one)) === withoutAliases(JSON.stringify(other));
}

/** Both are plain data that the same code has made, with members in the same order. */
function isSame<T extends object>(one: T, other: T): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
