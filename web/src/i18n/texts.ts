import { useSyncExternalStore } from 'react';
import { browserStore } from '../session/stores';

export type Language = 'en' | 'de';

export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** What a page says: sentences, and functions that put numbers and names into sentences. */
type Texts = Readonly<Record<string, string | ((...values: never[]) => string)>>;

type Translated<Of extends Texts> = { readonly [Key in keyof Of]: Of[Key] extends string ? string : Of[Key] };

/** Each part of the pages has its own catalogue; the compiler checks that no sentence is missing in a language. */
export function catalogue<Of extends Texts>(en: Of, de: Translated<Of>): Readonly<Record<Language, Translated<Of>>>;
export function catalogue(en: Texts, de: Texts): Readonly<Record<Language, Texts>> {
  return { en, de };
}

const KEPT_AS = 'headgate.language';
const heard = new Set<() => void>();

function chosen(): Language {
  const kept = browserStore.get(KEPT_AS);
  if (kept === 'en' || kept === 'de') return kept;
  return navigator.languages.find((language) => /^(?:en|de)\b/.test(language))?.startsWith('de') ? 'de' : 'en';
}

let current = chosen();

/**
 * Besides the width of a panel, the language is the only thing that these pages keep in a browser for longer than a
 * tab.
 */
export function chooseLanguage(language: Language): void {
  current = language;
  browserStore.set(KEPT_AS, language);
  for (const tell of heard) tell();
}

export function chosenLanguage(): Language {
  return current;
}

function subscribe(tell: () => void): () => void {
  heard.add(tell);
  return () => heard.delete(tell);
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, chosenLanguage);
}

export function useTexts<Of>(texts: Readonly<Record<Language, Of>>): Of {
  return texts[useLanguage()];
}
