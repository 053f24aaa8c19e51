/** What a person is about to have left of their factors. */
export interface FactorsLeft {
  readonly userId: number;
  readonly hasWebauthn: boolean;
  readonly hasTotp: boolean;
}

/** Accounts that organizations keep for emergencies need their factors; the sso-enforcement context answers. */
export abstract class EmergencyAccess {
  /**
   * Called when the account is locked, before a session is.
   * @throws BreakGlassNeeded
   */
  abstract retain(left: FactorsLeft): Promise<void>;
}
