export interface SignOn {
  /** For everyone in the organization that owns the domain of the address. */
  readonly isRequired: boolean;
  readonly startUrl: string;
}

export abstract class SignOns {
  /** How people with such an address sign on, by its domain alone; `null`: with a password. The sso context answers. */
  abstract of(email: string): Promise<SignOn | null>;
}
