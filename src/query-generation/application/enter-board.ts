import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { ListDataSources, type NamedSource } from '../../data-sources/application/list-data-sources.js';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Board } from '../domain/board.js';
import type { SavedQuestion } from '../domain/saved-question.js';
import type { ListedQuestion } from './list-saved-questions.js';
import { Boards } from './ports/boards.js';
import { requireAuthorship } from './require-authorship.js';

const WHAT = 'Board';

export interface EnteredBoard {
  readonly board: Board;
  /** In order, those that the caller may see. */
  readonly questions: readonly ListedQuestion[];
  /** Of the others, which are neither shown nor counted. */
  readonly hiddenIds: readonly number[];
  /** Those of the organization that are open to the caller. */
  readonly sources: readonly NamedSource[];
}

/** Finds a board for its author, and for people who see at least one of its questions. It runs none of them. */
@Injectable()
export class EnterBoard {
  constructor(
    private readonly access: AccessControl,
    private readonly boards: Boards,
    private readonly listDataSources: ListDataSources,
    private readonly enterDataSource: EnterDataSource,
  ) {}

  /** @throws Forbidden, also for a caller without an organization; NotFound for a missing one, for a stranger and where nothing is seen */
  async execute(caller: Caller, id: number): Promise<EnteredBoard> {
    const board = await this.boards.findFor(caller, id);
    if (board === null) {
      await this.access.requireMembership(caller, 'query.run');
      throw await this.access.refuseUnknown(caller, 'query.run', { type: 'board', id, name: WHAT });
    }
    const all = await this.boards.questionsOf(id);
    const entered = seenAmong(board, all, await this.open(caller, board.organizationId, all));
    if (entered.questions.length > 0 || (board.createdBy === caller.userId && (all.length === 0 || !isLimited(caller)))) return entered;
    throw await this.access.refuseUnknown(caller, 'query.run', { type: 'board', id, name: WHAT });
  }

  /** One that the caller has just written, even if they have taken off all that they saw. */
  async asSeen(board: Board, sources: readonly NamedSource[]): Promise<EnteredBoard> {
    return seenAmong(board, await this.boards.questionsOf(board.id), sources);
  }

  /** To a person who may query nothing there, the board is what its first question is: refused, or not there. */
  private async open(caller: Caller, organizationId: number, [first]: readonly SavedQuestion[]): Promise<readonly NamedSource[]> {
    try {
      return await this.listDataSources.open(caller, { organizationId, permission: 'query.run' });
    } catch (error) {
      if (!(error instanceof Forbidden) || first === undefined) throw error;
      await this.enterDataSource.execute(caller, 'query.run', first.dataSourceId).catch((reason: unknown) => {
        throw reason instanceof NotFound ? new NotFound(WHAT) : reason;
      });
      throw error;
    }
  }

  /** As its saved questions are changed. @throws the same */
  async toChange(caller: Caller, id: number): Promise<EnteredBoard> {
    const entered = await this.execute(caller, id);
    const { organizationId, createdBy } = entered.board;
    const sources = new Set(entered.questions.map(({ source }) => source.id));
    const places = [...sources].map((dataSourceId) => ({ organizationId, dataSourceId }));
    await requireAuthorship(this.access, caller, createdBy, places);
    return entered;
  }
}

/** To a key for some data sources, authorship opens nothing that stands on others. */
export const isLimited = ({ key }: Caller): boolean => (key?.dataSourceIds ?? null) !== null;

function seenAmong(board: Board, all: readonly SavedQuestion[], sources: readonly NamedSource[]): EnteredBoard {
  const open = new Map(sources.map((source) => [source.id, source]));
  const questions = all.flatMap((question) => {
    const source = open.get(question.dataSourceId);
    return source === undefined ? [] : [{ question, source }];
  });
  const hiddenIds = all.filter(({ dataSourceId }) => !open.has(dataSourceId)).map(({ id }) => id);
  return { board, questions, hiddenIds, sources };
}
