import { z } from 'zod';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import type { EnteredBoard } from '../../application/enter-board.js';
import type { Board as BoardOfOrganization } from '../../domain/board.js';
import { LISTED, ListedQuestion, toListedQuestion } from './saved-question-response.js';

const about = {
  id,
  organization_id: id,
  name: z.string(),
  version: z.int().min(1),
  created_by_user_id: id,
  changed_by_user_id: id,
  created_at: moment,
  changed_at: moment,
};

const ABOUT = {
  id: 4,
  organization_id: 1,
  name: 'Yearly report',
  version: 1,
  created_by_user_id: 2,
  changed_by_user_id: 2,
  created_at: '2026-11-21T09:30:00.000Z',
  changed_at: '2026-11-21T09:30:00.000Z',
};

export const ListedBoard = component('ListedBoard', z.object(about), ABOUT);

export const Board = component(
  'Board',
  z.object({
    ...about,
    questions: listOf(ListedQuestion).meta({ description: 'In order, those that you may see. Others are neither named nor counted.' }),
  }),
  {
    ...ABOUT,
    questions: [LISTED],
  },
);

export function toListedBoard(board: BoardOfOrganization): z.infer<typeof ListedBoard> {
  return {
    id: board.id,
    organization_id: board.organizationId,
    name: board.name,
    version: board.version,
    created_by_user_id: board.createdBy,
    changed_by_user_id: board.changedBy,
    created_at: board.createdAt.toISOString(),
    changed_at: board.changedAt.toISOString(),
  };
}

export function toBoard({ board, questions }: EnteredBoard): z.infer<typeof Board> {
  return { ...toListedBoard(board), questions: questions.map(toListedQuestion) };
}
