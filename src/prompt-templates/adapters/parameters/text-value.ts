import type { ParameterType } from '../../domain/parameter.js';

/** @returns the value that a text means in a type, or the text itself if it has no meaning there; then it is not a valid value */
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
