import { useLanguage } from './texts';

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
  /** A day and a time of the browser's own zone. */
  readonly moment: (iso: string) => string;
  readonly day: (iso: string) => string;
  /** "3 hours ago", "in 2 days". */
  readonly relative: (iso: string) => string;
}

export function useFormats(): Formats {
  const language = useLanguage();
  return {
    number: (value) => new Intl.NumberFormat(language).format(value),
    moment: (iso) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso)),
    day: (iso) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso)),
    relative: (iso) => relative(language, iso),
  };
}

function relative(language: string, iso: string): string {
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return step === undefined ? format.format(0, 'minute') : format.format(Math.round(seconds / step[1]), step[0]);
}
