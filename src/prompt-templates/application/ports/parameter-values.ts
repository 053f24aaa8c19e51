import type { FieldError } from '../../../shared/domain-error.js';
import type { Parameter } from '../../domain/parameter.js';
import type { ParameterValues as Values } from '../../domain/parameter-value.js';

/** Judges what an author declares. */
export abstract class ParameterDefinitions {
  /**
   * @param given as they came in: nothing about them is taken for granted
   * @returns the parameters in canonical words, and everything that is wrong with them by its path (`parameters[2].default`);
   * where there are problems, the parameters are not for use
   */
  abstract normalized(given: readonly unknown[]): {
    readonly parameters: readonly Parameter[];
    readonly problems: readonly FieldError[];
  };
}

/** Judges what somebody fills in. */
export abstract class ParameterValues {
  /**
   * Nothing is converted; `null` counts as missing, and for what is missing the default stands in.
   * @param given by name, as it came in
   * @returns the values, and everything that is wrong with what was given by its path (`parameters.limit`)
   */
  abstract checked(
    parameters: readonly Parameter[],
    given: Readonly<Record<string, unknown>>,
  ): { readonly values: Values; readonly errors: readonly FieldError[] };
}
