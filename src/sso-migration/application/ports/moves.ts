import type { Page, PageRequest } from '../../../shared/page.js';
import type { Move, MoveStatus, MoveView, MovingPerson, Standing } from '../../domain/move.js';

export interface MoveKey {
  readonly organizationId: number;
  readonly number: number;
}

/** Two connections of an organization. */
export interface MoveRoute {
  readonly organizationId: number;
  readonly fromConnectionId: number;
  readonly toConnectionId: number;
}

export interface NewMove extends MoveRoute {
  readonly name: string;
  /** Of the new connection, as it was judged. */
  readonly toConfigurationVersion: number;
  readonly startedAt: Date;
}

export interface MoveMember {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  /** The link to the former provider. */
  readonly identityId: number;
  readonly hasArrived: boolean;
}

export abstract class Moves {
  /** People who are linked to the former provider, by id. */
  abstract peopleOf(route: MoveRoute, standing: Standing | null, request: PageRequest): Promise<Page<MovingPerson>>;
  /** Those of the people who are linked to the former provider, by id. They keep that link until the unit of work ends. */
  abstract among(route: MoveRoute, userIds: readonly number[]): Promise<readonly MovingPerson[]>;
  /** Takes the next number; call it with the organization locked. @returns it */
  abstract add(move: NewMove, people: readonly MovingPerson[]): Promise<number>;
  /** Until the unit of work ends, no other request ends the wave. */
  abstract lock(key: MoveKey): Promise<Move | null>;
  abstract membersOf(key: MoveKey): Promise<readonly MoveMember[]>;
  /** Its members are free again; how many they were and how many came stays. */
  abstract end(key: MoveKey, status: Exclude<MoveStatus, 'started'>, arrived: number, at: Date): Promise<void>;
  abstract find(key: MoveKey): Promise<MoveView | null>;
  /** The newest first. */
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<MoveView>>;
}
