/** Accounts that organizations keep for emergencies; the sso-enforcement context answers. */
export abstract class EmergencyAccounts {
  abstract isOne(userId: number): Promise<boolean>;
}
