/** Accounts that organizations keep for emergencies need their factors; the context of required single sign-on answers. */
export abstract class EmergencyAccess {
  /**
   * Comes when the account is locked, before a session is.
   * @param left what somebody is about to have left of their factors
   * @throws BreakGlassNeeded
   */
  abstract retain(left: { userId: number; hasWebauthn: boolean; hasTotp: boolean }): Promise<void>;
}
