import type { FieldError } from '../../shared/domain-error.js';
import { inMail } from '../../shared/in-mail.js';
import type { MailText } from '../../shared/ports/mailer.js';
import { type Fixed, say } from '../../shared/sentence.js';

/**
 * - `started`: its members come through the new provider, and keep the link to the former one;
 * - `confirmed`: those who came have lost that link; `rolled_back`: all sign in through the former provider again.
 */
export const MOVE_STATUSES = ['started', 'confirmed', 'rolled_back'] as const;

export type MoveStatus = (typeof MOVE_STATUSES)[number];

/** How many people one wave takes: its end locks them all. */
export const MOST_MOVING = 500;

/** A wave of people who change from one connection of their organization to another. */
export interface Move {
  readonly organizationId: number;
  /** Counts up within an organization. */
  readonly number: number;
  readonly name: string;
  readonly fromConnectionId: number;
  readonly toConnectionId: number;
  readonly status: MoveStatus;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

export interface MoveView extends Move {
  readonly fromName: string;
  readonly toName: string;
  readonly members: number;
  /** Have come through the new provider. */
  readonly arrived: number;
  /**
   * The new connection is not the one that the wave was started for: it was disabled, or what is trusted changed. Until
   * that is undone or the wave ends, it moves nobody.
   */
  readonly isHeldUp: boolean;
}

/** What there is to say of a person who is linked to the former provider; the first that holds. */
export const STANDINGS = [
  'INACTIVE',
  'NEVER_LINKED',
  'IN_ANOTHER_WAVE',
  'LINKED_ALREADY',
  'LINK_BROKEN',
  'OWNER',
  'DOMAIN_NOT_COVERED',
  'ADDRESS_DIFFERS',
  'IDENTITY_CONFLICT',
  'NOT_IN_DIRECTORY',
  'READY',
] as const;

export type Standing = (typeof STANDINGS)[number];

const REFUSALS: Readonly<Partial<Record<Standing, Fixed>>> = {
  INACTIVE: 'The account or the membership is not active. Leave the person out.',
  NEVER_LINKED: 'This account is never linked by a provider: it administers the installation or is kept for emergencies. Leave it out.',
  IN_ANOTHER_WAVE: 'This person is in another wave. Confirm it or roll it back first.',
  LINK_BROKEN: 'The link at the new connection is of a former issuer. Unlink it first.',
  OWNER: 'Owners link the new provider themselves, in their account. Ask them to, then add them.',
  DOMAIN_NOT_COVERED: 'The address is in no verified domain of the organization. Verify the domain, or change the address.',
  ADDRESS_DIFFERS: 'The former provider knows the person by another address than the account has. Give both the same address.',
  IDENTITY_CONFLICT: 'Another person uses this address at the new provider. Find out whose identity it is, and unlink the wrong one.',
};

/** Those who are in no directory may move: whether the new provider knows them shows at their first login. */
export function canMove(standing: Standing): boolean {
  return REFUSALS[standing] === undefined;
}

export interface MovingPerson {
  readonly userId: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string;
  /** The link to the former provider. */
  readonly identityId: number;
  readonly standing: Standing;
}

/** Why chosen people cannot move, each by their place in the list. */
export function moveProblems(userIds: readonly number[], people: readonly MovingPerson[]): FieldError[] {
  const byId = new Map(people.map((person) => [person.userId, person]));
  return userIds.flatMap((userId, index): FieldError[] => {
    const field = `user_ids[${index}]`;
    const person = byId.get(userId);
    if (person === undefined)
      return [{ field, message: 'This person is not a member, or is not linked to the former provider. Leave them out.' }];
    const message = REFUSALS[person.standing];
    return message === undefined ? [] : [{ field, message }];
  });
}

export function moveStartedMail(toName: string, link: string): MailText {
  return {
    subject: 'Your organization changes its identity provider',
    body: [
      say('from now on you log in to Headgate through "{connection}". Your account, roles and settings stay as they are.', {
        connection: inMail(toName),
      }),
      say('Please log in there once: {link}', { link }),
      'If you cannot, tell your administrator, who can take the change back.',
    ],
  };
}

export function moveRolledBackMail(fromName: string): MailText {
  return {
    subject: 'Your organization took the change of its identity provider back',
    body: [say('you log in to Headgate through "{connection}" again.', { connection: inMail(fromName) })],
  };
}
