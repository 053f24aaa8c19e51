import type { Parameter } from './parameter.js';

type Scalar = string | number | boolean;
export type ParameterValue = Scalar | readonly Scalar[];

/** Values by name. A parameter without a given value and without a default is missing. */
export type ParameterValues = ReadonlyMap<string, ParameterValue>;

const MASK = '***';

/** Numbers in their shortest form, booleans as true and false, arrays as JSON; nothing is escaped, because a prompt is not HTML. */
export function printed(value: ParameterValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** For histories, without the values that must not be stored. */
export function masked(parameters: readonly Parameter[], values: ParameterValues): Readonly<Record<string, ParameterValue>> {
  const sensitive = new Set(parameters.filter((parameter) => parameter.sensitive).map(({ name }) => name));
  return Object.fromEntries([...values].map(([name, value]) => [name, sensitive.has(name) ? MASK : value]));
}
