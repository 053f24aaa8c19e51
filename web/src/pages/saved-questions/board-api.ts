import type { components } from '@headgate/client';

export type Board = components['schemas']['Board'];

export const BOARDS = '/api/v1/boards';
export const BOARD = '/api/v1/boards/{board_id}';
