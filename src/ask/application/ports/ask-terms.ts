/** What the operator has set. */
export abstract class AskTerms {
  /** How long conversations are kept unless their organization says otherwise. */
  abstract readonly conversationDays: number;
  /** Tokens of the language model per day, over all organizations of the person. */
  abstract readonly tokensPerPerson: number;
  abstract readonly tokensPerOrganization: number;
}
