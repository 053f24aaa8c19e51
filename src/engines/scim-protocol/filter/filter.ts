/** An attribute as a filter or a PATCH path names it, spelt as it was sent: names are compared without regard to case. */
export interface AttributePath {
  /** The URN before the name (RFC 7644 section 3.10); `null` for the plain name. */
  readonly schema: string | null;
  readonly attribute: string;
  readonly subAttribute: string | null;
}

export type ComparisonOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

export type ComparisonValue = string | number | boolean | null;

/** RFC 7644 section 3.4.2.2, as a tree. */
export type Filter =
  | {
      readonly kind: 'compare';
      readonly path: AttributePath;
      readonly operator: ComparisonOperator;
      readonly value: ComparisonValue;
    }
  | { readonly kind: 'present'; readonly path: AttributePath }
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly filter: Filter }
  /** `emails[type eq "work"]`: paths within are those of the values. */
  | { readonly kind: 'values'; readonly path: AttributePath; readonly filter: Filter };

/** RFC 7644 section 3.5.2: `attribute`, `attribute.sub`, `attribute[filter]`, `attribute[filter].sub`. */
export interface PatchPath {
  readonly path: AttributePath;
  readonly values: Filter | null;
}
