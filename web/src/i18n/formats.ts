import { type Language, useLanguage } from './texts';

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

interface Formats {
  /** A number with separators: 12,345. */
  readonly number: (value: number) => string;
  /** A day and a time, with the zone, which is that of the browser. */
  readonly moment: (iso: string) => string;
  /** As `moment`, with seconds: for events that follow each other. */
  readonly instant: (iso: string) => string;
  readonly day: (iso: string) => string;
  /** "3 hours ago", "in 2 days". */
  readonly relative: (iso: string) => string;
}

const MOMENT = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/**
 * How the reader writes dates: as the browser says, also in a language that the pages do not speak. People who chose the other page
 * language get dates in that language.
 */
function localeOf(language: Language, preferred: string): string {
  const [spoken = ''] = preferred.split('-');
  return spoken === language || !(spoken === 'en' || spoken === 'de') ? preferred : language;
}

export function useFormats(): Formats {
  const language = useLanguage();
  const locale = localeOf(language, navigator.language);
  return {
    number: (value) => new Intl.NumberFormat(language).format(value),
    moment: (iso) => new Intl.DateTimeFormat(locale, MOMENT).format(new Date(iso)),
    instant: (iso) => new Intl.DateTimeFormat(locale, { ...MOMENT, second: '2-digit' }).format(new Date(iso)),
    day: (iso) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso)),
    relative: (iso) => relative(language, iso),
  };
}

function relative(language: string, iso: string): string {
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step === undefined ? format.format(0, 'minute') : format.format(Math.round(seconds / step[1]), step[0]);
}
