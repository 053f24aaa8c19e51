import { MOST_LABELS } from './statements.js';

/** Array of numbers as the server reads it. */
export function arrayText(numbers: readonly string[]): string {
  return `{${numbers.join(',')}}`;
}

/** Array of numbers as the server writes it. */
export function numbersOf(text: string | null): string[] {
  return text === null || text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** The first labels of an enumeration, and whether there are more. */
export function firstLabels(labels: readonly string[]): { values: readonly string[]; valuesCut: boolean } {
  return labels.length > MOST_LABELS ? { values: labels.slice(0, MOST_LABELS), valuesCut: true } : { values: labels, valuesCut: false };
}

/** JSON array of texts, made by the server. */
export function labelsOf(json: string | null): string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]);
}
