/** How texts of a type are written so that every engine reads them alike. */
export interface WrittenForm {
  takes(text: string): boolean;
  readonly example: string;
}

const DAY = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?`;
const OFFSET = String.raw`(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)?`;
const UNIT = String.raw`[+-]?\d{1,9} (?:microsecond|millisecond|second|minute|hour|day|week|mon|month|year)s?`;

const DATE = dayThen('');
const TIMESTAMP = dayThen(`(?:[ T]${TIME})?`);
const ZONED = dayThen(`(?:[ T]${TIME}${OFFSET})?`);
const HEXADECIMAL = String.raw`[0-9a-f]{2}`;

const DAY_EXAMPLE = 'a day as "2026-01-31"';
const MOMENT_EXAMPLE = 'a moment as "2026-01-31 18:30:00"';

/** Only for types for which engines fail at a text, or misread it. */
const FORMS: readonly (readonly [RegExp, WrittenForm])[] = [
  [/^date(?:32)?$/i, { takes: DATE, example: DAY_EXAMPLE }],
  [/^(?:timestamptz|timestamp\b.*\bwith time zone)/i, { takes: ZONED, example: `${MOMENT_EXAMPLE}, or with "+02:00"` }],
  [/^(?:datetime|timestamp|smalldatetime)/i, { takes: TIMESTAMP, example: MOMENT_EXAMPLE }],
  [/^(?:timetz|time\b.*\bwith time zone)/i, { takes: matching(`${TIME}${OFFSET}`), example: 'a time as "18:30:00"' }],
  [/^time\b/i, { takes: matching(TIME), example: 'a time as "18:30:00"' }],
  [/^year\b/i, { takes: matching(String.raw`19\d\d|20\d\d|21[0-4]\d|215[0-5]`), example: 'a year as "2026"' }],
  [
    /^(?:uuid|uniqueidentifier)$/i,
    {
      takes: matching('[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'),
      example: 'it as "123e4567-e89b-12d3-a456-426614174000"',
    },
  ],
  [/^money\b/i, { takes: matching(String.raw`-?\d{1,15}(?:\.\d{1,2})?`), example: 'an amount as "12.50"' }],
  [/^interval\b/i, { takes: matching(String.raw`${UNIT}(?: ${UNIT})*`), example: 'a span as "2 days 3 hours"' }],
  [/^bytea$/i, { takes: matching(String.raw`\\x(?:${HEXADECIMAL})*`), example: 'bytes as "\\\\x00ff"' }],
  [/^jsonb$/i, { takes: isJson, example: 'JSON' }],
  [/^(?:bit\b|json$)/i, { takes: () => false, example: 'a condition on another column, for this one cannot be compared' }],
];

/** @returns `null` if any text can be compared, or if nothing is known of the type */
export function formOf(type: string): WrittenForm | null {
  return FORMS.find(([types]) => types.test(type))?.[1] ?? null;
}

function matching(pattern: string): WrittenForm['takes'] {
  const whole = new RegExp(`^(?:${pattern})$`, 'i');
  return (text) => whole.test(text);
}

function dayThen(more: string): WrittenForm['takes'] {
  const whole = new RegExp(`^${DAY}${more}$`, 'i');
  return (text) => {
    const { year = '', month = '', day = '' } = whole.exec(text)?.groups ?? {};
    // A day that the month does not have would become a day of the next month.
    return year > '0000' && isDay(Number(year), Number(month), Number(day));
  };
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
