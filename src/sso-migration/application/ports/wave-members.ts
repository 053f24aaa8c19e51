import type { Page, PageRequest } from '../../../shared/page.js';
import type { WaveMember } from '../../domain/wave-member.js';
import type { Reminder } from '../../domain/wave-mails.js';
import type { WaveKey } from './waves.js';

export interface DueReminder {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly reminder: Reminder;
}

export abstract class WaveMembers {
  /** Members of a wave that was rolled back leave that wave. */
  abstract add(key: WaveKey, userIds: readonly number[]): Promise<void>;
  abstract idsOf(key: WaveKey): Promise<readonly number[]>;
  /** By user id. */
  abstract pageOf(key: WaveKey, request: PageRequest): Promise<Page<WaveMember>>;
  /** The given ids that belong to a wave that was not rolled back. */
  abstract taken(organizationId: number, among: readonly number[]): Promise<readonly number[]>;
  /** The date has changed: its members are told again. */
  abstract forgetReminders(key: WaveKey): Promise<void>;
  /**
   * Takes reminders that are due, so that no other instance sends them: the newest for each member who has not come
   * through the identity provider yet. Joins the unit of work that sends them. Members who are sent none count as told
   * all the same.
   */
  abstract takeReminders(key: WaveKey, now: Date, limit: number): Promise<readonly DueReminder[]>;
  /** Records that a reminder was sent to them. */
  abstract markTold(key: WaveKey, userIds: readonly number[], now: Date): Promise<void>;
}
