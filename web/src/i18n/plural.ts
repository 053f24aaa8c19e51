import type { Language } from './texts';

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

const RULES = { en: new Intl.PluralRules('en'), de: new Intl.PluralRules('de') };

/** @param count a number, also as it is shown @returns the form that the language has for it */
export function plural(language: Language, count: number | string, forms: Forms): string {
  return forms[RULES[language].select(Number(count))] ?? forms.other;
}
