import type { ParameterType } from '../../domain/parameter.js';

/** @returns what a text says in a type, or the text itself where it says nothing in it, which then is no valid value */
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
