import type { Page, PageRequest } from '../../../shared/page.js';
import type { PersonWithoutFactor, RemindedPerson, SignInRequirements } from '../../domain/sign-in-requirements.js';

export abstract class SignInRequirementsKept {
  /** @returns `null` when there is no such organization */
  abstract of(organizationId: number): Promise<SignInRequirements | null>;
  abstract save(requirements: SignInRequirements): Promise<void>;
  /** Whether the organization's own provider opens the sessions of the connection: only those need no second factor. */
  abstract hasConnection(organizationId: number, connectionId: number): Promise<boolean>;
  /** Active members without a second factor, but not those who have to come through the identity provider. By the id of the account. */
  abstract withoutFactor(organizationId: number, now: Date, request: PageRequest): Promise<Page<PersonWithoutFactor>>;
  /**
   * Marks reminders as sent that are due and were not sent before, and answers whom they go to.
   * @param daysBefore how long before the factor is due there is one
   */
  abstract takeReminders(now: Date, daysBefore: readonly number[], most: number): Promise<readonly RemindedPerson[]>;
  /** Forgets the reminders for days that have passed. */
  abstract forgetReminders(now: Date): Promise<number>;
}
