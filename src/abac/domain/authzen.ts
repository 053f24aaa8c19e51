/** What OpenID AuthZEN 1.0 calls a subject or a resource. */
export interface Entity {
  readonly type: string;
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** One question of AuthZEN: may the subject do this to the resource, in this context? */
export interface Evaluation {
  readonly subject: Entity;
  readonly action: { readonly name: string; readonly properties: Readonly<Record<string, unknown>> };
  readonly resource: Entity;
  readonly context: EvaluationContext;
}

/** What a question says of session and request, under the names of the wire. What it leaves out counts as not proved. */
export interface EvaluationContext {
  readonly amr?: readonly string[] | undefined;
  readonly acr?: 'aal1' | 'aal2' | undefined;
  readonly proof_age_seconds?: number | undefined;
  readonly device_trusted?: boolean | undefined;
  readonly access_key?: boolean | undefined;
  readonly connection_id?: number | undefined;
  readonly ip?: string | undefined;
  /** In ISO 8601, with its offset. */
  readonly time?: string | undefined;
  readonly country?: string | undefined;
}

/** How far a batch goes (section 7.1.2 of AuthZEN). */
export const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;

export type Semantic = (typeof SEMANTICS)[number];

/** A batch is answered item by item. If an item is not a question, its own answer says so. */
export type Asked = Evaluation | { readonly problem: string };

/** Why somebody may not: for that person, and for those who may read policies. */
export interface Reasons {
  readonly user: string;
  readonly admin: string;
}

export interface Decision {
  readonly isAllowed: boolean;
  readonly reasons?: Reasons;
}

export type Answered = Decision | { readonly isAllowed: false; readonly problem: string };

/** How many decisions of a batch are answered: all, or those to the first that ends it. */
export function answeredOf(decisions: readonly Answered[], semantic: Semantic): number {
  const end =
    semantic === 'execute_all' ? -1 : decisions.findIndex(({ isAllowed }) => isAllowed === (semantic === 'permit_on_first_permit'));
  return end === -1 ? decisions.length : end + 1;
}
