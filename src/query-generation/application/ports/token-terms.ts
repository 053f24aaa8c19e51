export interface TokensOfDay {
  /** Over all organizations of the person. */
  readonly perPerson: number;
  /** For all people in the organization together. */
  readonly perOrganization: number;
}

/** How many tokens of the language model a day has. A context above this one implements it: it knows what organizations decide. */
export abstract class TokenTerms {
  abstract of(organizationId: number): Promise<TokensOfDay>;
}
