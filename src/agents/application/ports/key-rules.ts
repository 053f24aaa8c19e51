export abstract class KeyRules {
  abstract areAllowed(organizationId: number): Promise<boolean>;
  /** @returns false if nothing changed */
  abstract allow(organizationId: number, areAllowed: boolean, at: Date): Promise<boolean>;
}
