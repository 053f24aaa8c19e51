import type { ParameterType } from '../../domain/parameter.js';

/** @returns what a text says in a type, or the text itself where it has no meaning in the type; then it is not a valid value */
export function valueOfText(type: ParameterType, text: string): unknown {
  if (type === 'number' || type === 'integer' || type === 'boolean' || type === 'array') {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}
