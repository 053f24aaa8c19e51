import { z } from 'zod';
import { component, displayName, id, moment } from '../../../platform/http/response-schemas.js';
import { MOVE_STATUSES, type MoveView, type MovingPerson, STANDINGS, canMove } from '../../domain/move.js';

const connection = z.object({ id, name: z.string() });

export const ConnectionMove = component(
  'ConnectionMove',
  z.object({
    number: id,
    name: z.string(),
    from: connection,
    to: connection,
    status: z.enum(MOVE_STATUSES),
    is_held_up: z.boolean().meta({
      description:
        'The new connection was disabled or changed since the start: until the wave ends, people sign in through the former one.',
    }),
    members: z.int().min(0),
    arrived: z.int().min(0).meta({ description: 'Members who have come through the new connection.' }),
    started_at: moment,
    ended_at: moment.nullable(),
  }),
  {
    number: 1,
    name: 'Pilot',
    from: { id: 1, name: 'Okta' },
    to: { id: 2, name: 'Entra ID' },
    status: 'started',
    is_held_up: false,
    members: 12,
    arrived: 7,
    started_at: '2026-11-20T09:15:00.000Z',
    ended_at: null,
  },
);

export const MovingPersonAnswer = component(
  'MovingPerson',
  z.object({
    user_id: id,
    username: z.string(),
    display_name: displayName,
    email: z.string(),
    standing: z.enum(STANDINGS).meta({ description: 'The first that holds; see `can_move`.' }),
    can_move: z.boolean(),
  }),
  { user_id: 5, username: 'mia', display_name: 'Mia Brandt', email: 'mia@delta.example', standing: 'READY', can_move: true },
);

export function toMove(move: MoveView): z.infer<typeof ConnectionMove> {
  return {
    number: move.number,
    name: move.name,
    from: { id: move.fromConnectionId, name: move.fromName },
    to: { id: move.toConnectionId, name: move.toName },
    status: move.status,
    is_held_up: move.isHeldUp,
    members: move.members,
    arrived: move.arrived,
    started_at: move.startedAt.toISOString(),
    ended_at: move.endedAt && move.endedAt.toISOString(),
  };
}

export function toMovingPerson({ userId, username, displayName: name, email, standing }: MovingPerson): z.infer<typeof MovingPersonAnswer> {
  return { user_id: userId, username, display_name: name, email, standing, can_move: canMove(standing) };
}
