import type { Read } from '../../../session/read';

export const MOVES = '/api/v1/sso/moves/{organization_id}';
export const PEOPLE = `${MOVES}/people` as const;

export type Move = Read<typeof MOVES>['moves'][number];
type MovingPerson = Read<typeof PEOPLE>['people'][number];
export type Standing = MovingPerson['standing'];

/** People with one of these can be in a wave. */
export const MOVABLE = ['READY', 'NOT_IN_DIRECTORY', 'LINKED_ALREADY'] as const satisfies readonly Standing[];

export type Movable = (typeof MOVABLE)[number];

export const STANDINGS = [
  'READY',
  'LINKED_ALREADY',
  'NOT_IN_DIRECTORY',
  'OWNER',
  'DOMAIN_NOT_COVERED',
  'ADDRESS_DIFFERS',
  'IDENTITY_CONFLICT',
  'LINK_BROKEN',
  'IN_ANOTHER_WAVE',
  'INACTIVE',
  'NEVER_LINKED',
] as const satisfies readonly Standing[];
