/** What the operator has set. */
export abstract class AskTerms {
  /** How long conversations are kept unless their organization says otherwise. */
  abstract readonly conversationDays: number;
  /** Of the language model, a day. */
  abstract readonly tokensPerOrganization: number;
}
