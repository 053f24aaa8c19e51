/** Array of numbers as the server reads it. */
export function arrayText(numbers: readonly string[]): string {
  return `{${numbers.join(',')}}`;
}

/** Array of numbers as the server writes it. */
export function numbersOf(text: string | null): string[] {
  return text === null || text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** JSON array of texts, made by the server. */
export function labelsOf(json: string | null): string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]);
}
