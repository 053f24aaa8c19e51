import type { FieldError } from '../../../shared/domain-error.js';
import type { Parameter } from '../../domain/parameter.js';
import type { ParameterValues as Values } from '../../domain/parameter-value.js';

/** Judges what an author declares. */
export abstract class ParameterDefinitions {
  /**
   * @param given as they arrived: nothing about them is known
   * @returns the parameters in canonical words, and everything that is wrong with them by its path (`parameters[2].default`);
   * if there are problems, do not use the parameters
   */
  abstract normalized(given: readonly unknown[]): {
    readonly parameters: readonly Parameter[];
    readonly problems: readonly FieldError[];
  };
}

/** Checks the values for the parameters. */
export abstract class ParameterValues {
  /**
   * Nothing is converted. `null` counts as missing, and a missing value gets the default.
   * @param given by name, as it came in
   * @returns the values, and everything that is wrong with what was given by its path (`parameters.limit`)
   */
  abstract checked(
    parameters: readonly Parameter[],
    given: Readonly<Record<string, unknown>>,
  ): { readonly values: Values; readonly errors: readonly FieldError[] };
}
