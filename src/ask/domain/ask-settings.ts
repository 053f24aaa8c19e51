/** What an organization decides about the questions of its people. */
export interface AskSettings {
  /** Whether the language model may see rows of results; otherwise it learns only their shape. */
  readonly showsRows: boolean;
  /** A conversation is deleted this many days after its last question; `null`: the setting of the installation applies. */
  readonly conversationDays: number | null;
  /** Tokens of the language model for everybody together; `null`, or a higher number, means as many as the installation grants. */
  readonly tokensPerDay: number | null;
  /** Rises with each change, from 0; what `If-Match` compares. */
  readonly version: number;
  readonly changedAt: Date | null;
}

/** The settings of an organization that has changed none. */
export const UNDECIDED: AskSettings = {
  showsRows: false,
  conversationDays: null,
  tokensPerDay: null,
  version: 0,
  changedAt: null,
};

/** What the operator grants, or less if the administrators of an organization say so. */
export function tokensOfDay(
  { tokensPerPerson, tokensPerOrganization }: { tokensPerPerson: number; tokensPerOrganization: number },
  { tokensPerDay }: Pick<AskSettings, 'tokensPerDay'>,
): { readonly perPerson: number; readonly perOrganization: number } {
  const perOrganization = Math.min(tokensPerDay ?? tokensPerOrganization, tokensPerOrganization);
  return { perPerson: tokensPerPerson, perOrganization };
}

/** What a person decides; what is left out stays as it is. */
export type AskDecision = Pick<AskSettings, 'showsRows' | 'conversationDays'> & Partial<Pick<AskSettings, 'tokensPerDay'>>;

/** Adds what the installation grants, which no organization can exceed. */
export interface AskTermsOfOrganization extends AskSettings {
  readonly tokensGranted: number;
}
