import { Injectable } from '@nestjs/common';
import { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { EnterTemplate } from '../../prompt-templates/application/enter-template.js';
import type { Caller } from '../../shared/caller.js';
import { refusalOf } from '../../shared/kept-refusal.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { ExecutionAnswer } from '../domain/execution-answer.js';
import { placeOf } from '../domain/execution.js';
import { KeyInUse } from '../domain/query.errors.js';
import { ConfirmAsker } from '../../statements/application/confirm-asker.js';
import { ReadSight } from '../../statements/application/read-sight.js';
import { KeyedAnswers, type KeyedExecution } from './ports/keyed-answers.js';

/** Answers a repeated request as the first time, also with a refusal, while the person may still see what it shows. */
@Injectable()
export class ReplayAnswer {
  constructor(
    private readonly answers: KeyedAnswers,
    private readonly access: AccessControl,
    private readonly requireRowAccess: RequireRowAccess,
    private readonly enterTemplate: EnterTemplate,
    private readonly enterDataSource: EnterDataSource,
    private readonly confirmAsker: ConfirmAsker,
    private readonly readSight: ReadSight,
  ) {}

  /**
   * Waits for one that runs.
   * @param run whether it was asked for rows
   * @returns `null` when the key is new
   * @throws KeyInUse, Unauthorized and Forbidden for a caller who may not execute any more, DataSourceClosed, and what was thrown the first time
   */
  async execute(caller: Caller, key: string, request: unknown, run: boolean): Promise<ExecutionAnswer | null> {
    const found = await this.answers.find(caller.userId, key, request);
    if (found === null) return null;
    if (!found.isSameRequest) throw new KeyInUse('other_request');
    await this.require(caller, found, run);
    const isRunning = found.kept === null && found.outcome === 'running';
    const ended = isRunning ? await this.answers.ended(caller.userId, key, request) : found;
    if (isRunning) {
      await this.confirmAsker.requireCaller(caller);
      await this.require(caller, ended ?? found, run);
    }
    if (ended !== null && ended.kept !== null) await this.requireSight(caller, ended);
    return answerOf(ended);
  }

  private async require(caller: Caller, found: KeyedExecution, run: boolean): Promise<void> {
    // It may be closed since, or gone.
    if (found.dataSourceId === null) await this.access.require(caller, 'template.execute', placeOf(found));
    else await this.enterDataSource.execute(caller, 'template.execute', found.dataSourceId);
    if (found.templateId !== null) await this.enterTemplate.requireReach(caller, 'template.execute', found.templateId);
    if (run) await this.requireRowAccess.execute(caller, found);
  }

  /** Rows, names of the schema and the words of a refusal are those of what the person could see then. */
  private async requireSight(caller: Caller, { kept, ...place }: KeyedExecution): Promise<void> {
    const sight = await this.readSight.execute(caller, place);
    if (sight !== null && kept?.sight !== sight) throw new KeyInUse('policies_changed');
  }
}

function answerOf(found: KeyedExecution | null): ExecutionAnswer {
  if (found === null || found.kept === null) throw new KeyInUse(found?.outcome === 'running' ? 'running' : 'unanswered');
  if ('answer' in found.kept) return found.kept.answer;
  throw refusalOf(found.kept.refusal);
}
