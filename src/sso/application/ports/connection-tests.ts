import type { Page, PageRequest } from '../../../shared/page.js';
import type { ConnectionTest, TestOutcome, TestStatus, TestStep } from '../../domain/connection-test.js';

export type NewConnectionTest = Omit<ConnectionTest, 'id' | 'outcome'> & { readonly ticketHash: Uint8Array };

export abstract class ConnectionTests {
  abstract add(test: NewConnectionTest): Promise<ConnectionTest>;
  abstract find(connectionId: number, id: number): Promise<ConnectionTest | null>;
  abstract findByTicket(connectionId: number, ticketHash: Uint8Array): Promise<ConnectionTest | null>;
  /** The row does not change until the unit of work ends. */
  abstract lock(id: number): Promise<ConnectionTest | null>;
  /** Newest first. */
  abstract pageOf(connectionId: number, request: PageRequest): Promise<Page<ConnectionTest>>;
  abstract finish(id: number, result: { status: TestStatus; steps: readonly TestStep[]; outcome: TestOutcome; at: Date }): Promise<void>;
  /** Removes tests that began before, whether or not they have ended. */
  abstract purge(before: Date): Promise<number>;
}
