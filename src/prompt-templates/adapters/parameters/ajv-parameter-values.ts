import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../shared/domain-error.js';
import { ParameterValues } from '../../application/ports/parameter-values.js';
import type { Parameter } from '../../domain/parameter.js';
import type { ParameterValue } from '../../domain/parameter-value.js';
import { errorsOf } from './ajv.js';
import { pathOf, sentenceOf } from './sentences.js';
import { valueOfText } from './text-value.js';
import { valueSchemaOf } from './value-schema.js';
import type { Sentence } from '../../../shared/sentence.js';

const SURROGATE = /\p{Cs}/u;

@Injectable()
export class AjvParameterValues extends ParameterValues {
  checked(
    parameters: readonly Parameter[],
    given: Readonly<Record<string, unknown>>,
  ): { values: ReadonlyMap<string, ParameterValue>; errors: readonly FieldError[] } {
    const values = new Map<string, ParameterValue>();
    const names = new Set(parameters.map(({ name }) => name));
    const errors: FieldError[] = Object.keys(given)
      .filter((name) => !names.has(name))
      .map((name): FieldError => ({ field: `parameters.${shown(name)}`, message: 'No parameter has this name.' }));
    for (const parameter of parameters) {
      const { name, required } = parameter;
      const field = `parameters.${name}`;
      // Only own properties count: every object has a `constructor`, even if the request gave none.
      const value = (Object.hasOwn(given, name) ? given[name] : null) ?? defaultOf(parameter);
      if (value === undefined) {
        if (required) errors.push({ field, message: 'Is required.' });
        continue;
      }
      const found = problemsOf(parameter, value).map(({ path, message }) => ({ field: `${field}${path}`, message }));
      errors.push(...found);
      if (found.length === 0) values.set(name, value as ParameterValue);
    }
    return { values, errors };
  }
}

/** One for each place in the value. */
export function problemsOf(
  parameter: Omit<Parameter, 'name' | 'required'>,
  value: unknown,
): readonly { readonly path: string; readonly message: Sentence }[] {
  const errors = errorsOf(valueSchemaOf(parameter), value);
  const sentences = new Map<string, Sentence>();
  for (const error of errors) if (!sentences.has(pathOf(error))) sentences.set(pathOf(error), sentenceOf(error));
  const isBroken = [value].flat().some((text) => typeof text === 'string' && SURROGATE.test(text));
  if (sentences.size === 0 && isBroken) sentences.set('', 'Must be well-formed Unicode text.');
  return [...sentences].map(([path, message]) => ({ path, message }));
}

function defaultOf(parameter: Parameter): unknown {
  return parameter.default === undefined ? undefined : valueOfText(parameter.type, parameter.default);
}

/** The message repeats a name of the request, but only a part of a long one. */
function shown(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}
