/** What is unusual about a key, a check or an index, in the words of the engine, and which columns it concerns: `DESC`, `NOT ENFORCED`. */
export interface Option {
  readonly option: string;
  /** Names of columns or texts of expressions; none where it is about the whole. */
  readonly columns: readonly string[];
}

/** The last column of both sides is a period: that of a row lies within those of the rows that it refers to. */
export const PERIOD = 'PERIOD';
/** The last column of a key is a period: those of rows that are equal otherwise do not overlap. */
export const WITHOUT_OVERLAPS = 'WITHOUT OVERLAPS';
export const NOT_ENFORCED = 'NOT ENFORCED';

export function hasOption({ options }: { readonly options: readonly Option[] }, wanted: string): boolean {
  return options.some(({ option }) => option === wanted);
}

/** Whether rows may be there that break it. */
export function isUnproven(constraint: { readonly validated: boolean; readonly options: readonly Option[] }): boolean {
  return !constraint.validated || hasOption(constraint, NOT_ENFORCED);
}
