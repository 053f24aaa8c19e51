import type { Mail, Reader } from './ports/mailer.js';
import { type Language, type Sentence, inLanguage } from './sentence.js';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de' };
/** As `toISOString` writes a moment. */
const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z/g;

/** A mail as its reader gets it: in one language, with times in words. */
export function mailText(
  { subject, body }: Pick<Mail, 'subject' | 'body'>,
  reader: Reader,
): { readonly subject: string; readonly text: string } {
  const told = (sentence: Sentence): string => inLanguage(sentence, reader.language);
  const paragraphs = body.map((paragraph) => (isLines(paragraph) ? paragraph.map(told).join('\n') : told(paragraph)));
  return { subject: withTimes(told(subject), reader), text: `${withTimes(paragraphs.join('\n\n'), reader)}\n` };
}

function isLines(paragraph: Mail['body'][number]): paragraph is readonly Sentence[] {
  return Array.isArray(paragraph);
}

function withTimes(text: string, reader: Reader): string {
  const words = wordsOf(reader);
  return text.replaceAll(MOMENT, (moment) => {
    const at = new Date(moment);
    return Number.isNaN(at.getTime()) ? moment : words.format(at);
  });
}

function wordsOf({ language, timeZone }: Reader): Intl.DateTimeFormat {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  try {
    return new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone });
  } catch {
    // An instance with another version of Node may have taken a zone that is unknown here.
    return new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone: 'UTC' });
  }
}
