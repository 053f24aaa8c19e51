/** What an organization requires of its members; the enforcement context answers. */
export abstract class SignOnEnforcement {
  /** Until the unit of work ends it stays as it is. Before a wave is locked. @throws NotFound */
  abstract hold(organizationId: number): Promise<{ readonly mode: string; readonly readyBreakGlass: number }>;
  abstract require(input: {
    readonly organizationId: number;
    readonly userIds: readonly number[];
    readonly waveNumber: number;
    readonly graceSeconds: number;
  }): Promise<void>;
  /** Opens every way in again that this wave has shut. */
  abstract release(organizationId: number, waveNumber: number): Promise<void>;
}
