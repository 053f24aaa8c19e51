const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export interface Formats {
  /** A number with separators, to three places: 12,345.678. One below a thousandth keeps three digits. Digits are not lost to a float. */
  readonly number: (value: number | Intl.StringNumericLiteral) => string;
  /** A share of a hundred, as the language writes it: 66.6%, 66,6 %. */
  readonly percent: (hundredths: number) => string;
  /** A day and a time, with the zone, which is that of the browser. */
  readonly moment: (iso: string) => string;
  /** As `moment`, with seconds: for events that follow each other. */
  readonly instant: (iso: string) => string;
  /** A day in the zone of the browser, which it does not name: for what has no end that day. */
  readonly day: (iso: string) => string;
  /** "just now", "3 hours ago", "in 2 days". */
  readonly relative: (iso: string) => string;
}

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const MOMENT = { ...DAY, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/**
 * Words are in the language of the pages: "3 hours ago". Numbers, days and times are written as the browser says, also in a language that
 * the pages do not speak; but people who chose the other language of the pages get those of that language. Years and digits are those of
 * the data beside them.
 */
export function formatsOf(language: string, preferred: string): Formats {
  const locale = localeOf(language, preferred);
  const number = new Intl.NumberFormat(locale);
  const tiny = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(locale, DAY);
  const moment = new Intl.DateTimeFormat(locale, MOMENT);
  const instant = new Intl.DateTimeFormat(locale, { ...MOMENT, second: '2-digit' });
  const words = new Intl.RelativeTimeFormat(locale.language === language ? locale : language, { numeric: 'auto' });
  return {
    number: (value) => (Math.abs(Number(value)) < 0.001 ? tiny : number).format(value),
    percent: (hundredths) => percent.format(hundredths / 100),
    moment: (iso) => moment.format(new Date(iso)),
    instant: (iso) => instant.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    relative: (iso) => relative(words, iso, language === 'de' ? 'gerade eben' : 'just now'),
  };
}

function localeOf(language: string, preferred: string): Intl.Locale {
  const [spoken = ''] = preferred.split('-');
  const isOther = spoken !== language && ['en', 'de'].includes(spoken);
  const options = { calendar: 'gregory', numberingSystem: 'latn' };
  try {
    return new Intl.Locale(isOther ? language : preferred, options);
  } catch {
    // Some browsers name the locale of the system: `en-US@posix`.
    return new Intl.Locale(language, options);
  }
}

/** The clock of the service may be ahead: what it says happens in a few seconds has happened. */
function relative(format: Intl.RelativeTimeFormat, iso: string, justNow: string): string {
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  if (step !== undefined) return format.format(Math.round(seconds / step[1]), step[0]);
  return seconds < 30 ? justNow : format.format(1, 'minute');
}
