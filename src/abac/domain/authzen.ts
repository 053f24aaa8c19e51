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
  readonly context: Readonly<Record<string, unknown>>;
}

/** How far a batch goes (section 7.1.2 of AuthZEN). */
export const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;

export type Semantic = (typeof SEMANTICS)[number];

/** `null`: a batch is answered item by item, and this one is no question. */
export type Asked = Evaluation | null;

/** How many decisions of a batch are answered: all, or those to the first that ends it. */
export function answeredOf(decisions: readonly boolean[], semantic: Semantic): number {
  const end = semantic === 'execute_all' ? -1 : decisions.indexOf(semantic === 'permit_on_first_permit');
  return end === -1 ? decisions.length : end + 1;
}
