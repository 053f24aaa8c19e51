/** A logged-in person goes to a provider: to link their account, or to prove again who they are. */
export interface LinkTicket {
  readonly ticketHash: Uint8Array;
  readonly purpose: 'link' | 'step_up';
  readonly organizationId: number;
  readonly connectionId: number;
  readonly userId: number;
  readonly sessionId: number;
  readonly expiresAt: Date;
}

export abstract class LinkTickets {
  abstract add(ticket: LinkTicket): Promise<void>;
  /** @returns `null` for one that was spent, has expired, or is of another connection */
  abstract spend(connectionId: number, ticketHash: Uint8Array, at: Date): Promise<LinkTicket | null>;
}
