import type { Parameter, ParameterType } from '../template';

/** The contents of the fields of a form, by the names of the parameters. */
export type Typed = Readonly<Record<string, string>>;

export function startOf(parameters: readonly Parameter[]): Typed {
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, fieldText(parameter)]));
}

/** The default as a field shows it: an array has one value in each line. */
function fieldText({ type, default: standard = '' }: Parameter): string {
  return type === 'array' ? linesOf(standard).join('\n') : standard;
}

function linesOf(json: string): readonly string[] {
  try {
    const values: unknown = JSON.parse(json);
    return Array.isArray(values) ? values.map(String) : [];
  } catch {
    return [];
  }
}

export const missingIn = (parameters: readonly Parameter[], typed: Typed): readonly string[] =>
  parameters.filter(({ name, required }) => required && (typed[name] ?? '').trim() === '').map(({ name }) => name);

/**
 * What is sent. An empty field is left out, so that the default counts; what does not fit its type is sent as it is,
 * and the service says what is wrong with it.
 */
export function valuesOf(parameters: readonly Parameter[], typed: Typed): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    parameters.flatMap(({ name, type, items }): [string, unknown][] => {
      const text = typed[name] ?? '';
      if (text.trim() === '') return [];
      if (type !== 'array') return [[name, scalar(type, text)]];
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      return [[name, lines.map((line) => scalar(items?.type ?? 'string', line.trim()))]];
    }),
  );
}

function scalar(type: ParameterType, text: string): string | number | boolean {
  if (type === 'number' || type === 'integer') return Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
