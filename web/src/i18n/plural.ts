import type { Language } from './texts';

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

const RULES = { en: new Intl.PluralRules('en'), de: new Intl.PluralRules('de') };

/**
 * @param count a number, also as it is shown: one with separators is a large one, and `Number` would read the German 1.000 as one
 * @returns the form that the language has for it
 */
export function plural(language: Language, count: number | string, forms: Forms): string {
  const value = typeof count === 'number' ? count : /^\d+$/.test(count) ? Number(count) : Number.NaN;
  return forms[RULES[language].select(value)] ?? forms.other;
}
