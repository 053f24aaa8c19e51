import { GERMAN } from './german/german.js';

export type Language = 'en' | 'de';

/** A sentence in English, with the names of its arguments in braces: the key under which each other language has it. */
export type Template = keyof typeof GERMAN;

/** Those that are whole as they are. */
export type Fixed = Exclude<Template, `${string}{${string}}${string}`>;

/** Other sentences in it are put into the reader's language too; names and numbers stay as they are. */
type Argument = string | number | Said | readonly (string | Said)[];

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** A sentence with arguments, as JSON that can be kept. */
export interface Said {
  readonly template: string;
  readonly with: Readonly<Record<string, Argument>>;
}

/** What a person reads, before it is known in which language. One that no catalogue has does not compile. */
export type Sentence = Fixed | Said;

/** Adding a language is adding its catalogue, which has to have every sentence. */
const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<Template, string>>>> = { de: GERMAN };

export function say<T extends Template>(
  template: T,
  ...[given]: [Names<T>] extends [never] ? [] : [Readonly<Record<Names<T>, Argument>>]
): Said {
  return { template, with: given ?? {} };
}

/** For what is written as JSON, where a plain text would not tell that it is a sentence. */
export function asSaid(sentence: Sentence): Said {
  return typeof sentence === 'string' ? say(sentence) : sentence;
}

/** Words of a protocol, of another program or of a person, which have no other language. */
export function verbatim(words: string): Said {
  return say('{words}', { words });
}

export function isTemplate(text: string): text is Template {
  return Object.hasOwn(GERMAN, text);
}

/** For what comes as text: from a library, or from where it was kept. */
export function recognized(text: string): Said {
  return isTemplate(text) ? { template: text, with: {} } : verbatim(text);
}

/** For what may be a sentence or a text. */
export function saidOf(words: Said | string): Said {
  return typeof words === 'string' ? recognized(words) : words;
}

export function inLanguage(sentence: Sentence, language: Language): string {
  const { template, with: given } = asSaid(sentence);
  const known = language !== 'en' && isTemplate(template) ? CATALOGUES[language][template] : template;
  return known.replaceAll(/\{(\w+)(?::([^{}]*))?\}/g, (place: string, name: string, forms: string | undefined) => {
    const argument = Object.hasOwn(given, name) ? given[name] : undefined;
    if (argument === undefined) return place;
    const words = inWords(argument, language);
    return forms === undefined ? words : formFor(Number(words), forms, language).replaceAll('#', words);
  });
}

export function inEnglish(sentence: Sentence): string {
  return inLanguage(sentence, 'en');
}

/** The same value with the words of each sentence in it. */
export function withWords(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withWords(one, language));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (isSaid(value)) return inLanguage(value, language);
  return Object.fromEntries(Object.entries(value).map(([name, member]: [string, unknown]) => [name, withWords(member, language)]));
}

function isSaid(value: object): value is Said {
  return 'template' in value && 'with' in value && typeof value.template === 'string' && isTemplate(value.template);
}

/** @param forms one for each category of numbers that the language has, such as `ein Eintrag|# Einträge` */
function formFor(count: number, forms: string, language: Language): string {
  const rules = new Intl.PluralRules(language);
  const categories = IN_ORDER.filter((category) => rules.resolvedOptions().pluralCategories.includes(category));
  return forms.split('|')[categories.indexOf(rules.select(count))] ?? forms;
}

const IN_ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

function inWords(argument: Argument, language: Language): string {
  if (typeof argument !== 'object') return String(argument);
  return 'template' in argument ? inLanguage(argument, language) : argument.map((one) => inWords(one, language)).join(', ');
}
