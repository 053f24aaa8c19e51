/** The canonical words. Other words for the same (`int`, `text`, `select` …) are accepted and stored as one of these. */
export const PARAMETER_TYPES = ['string', 'number', 'integer', 'boolean', 'date', 'datetime', 'enum', 'array'] as const;

export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** A value that fills a placeholder; the constraints are those of JSON Schema by the same names. */
export interface Parameter {
  /** As in the placeholder: letters, digits and underscores, no digit first, 64 at most. */
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly description?: string;
  /** The text of a value of the type; of an array its JSON. */
  readonly default?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: { readonly type: Exclude<ParameterType, 'array'>; readonly enum?: readonly string[] };
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Whether its value must not be kept in a history or a log. */
  readonly sensitive?: boolean;
}
