import { RIVERS } from '../../../migrations/reference/rivers.js';
import { text } from './known-questions.js';

/** What the stand-in proposes: a statement, a question back, or why it has neither. */
export interface Proposal {
  readonly sql: string | null;
  readonly explanation: string;
  readonly clarification?: { readonly question: string; readonly choices: readonly string[] };
}

interface Earlier {
  readonly sql: string | null;
}

const GERMAN_NAMES: Readonly<Record<string, string>> = {
  Donau: 'Danube',
  Rhein: 'Rhine',
  Wolga: 'Volga',
  Nil: 'Nile',
  Weichsel: 'Vistula',
  Themse: 'Thames',
};
/** The longest first, so that the White Nile is not taken for the Nile. */
const NAMES = [...RIVERS.map(({ name }) => name), ...Object.keys(GERMAN_NAMES)].sort((one, other) => other.length - one.length);

const CONTINENTS: Readonly<Record<string, string>> = {
  africa: 'Africa',
  afrika: 'Africa',
  asi: 'Asia',
  europ: 'Europe',
  'north america': 'North America',
  nordamerika: 'North America',
  'south america': 'South America',
  südamerika: 'South America',
  oceania: 'Oceania',
  ozeanien: 'Oceania',
};

/** About the previous answer; any other word makes it a question of its own. */
const HOW_MANY = /^(?:how many|wie viele)(?: (?:are|is|these|those|they|there|that|of them|in all|sind|das|es|davon|insgesamt))*\s*\??$/i;

/** Whether to answer in German: the questions of the demo have such words. */
export function isGerman(question: string): boolean {
  return /\b(welche[rs]?|wie|wo|und|der|die|das|liegen|gibt|nur|zeige)\b/i.test(question);
}

/** A question about one river of the demo, or one that continues the previous statement; `null` for all others. */
export function inConversation(question: string, earlier: readonly Earlier[]): Proposal | null {
  const river = NAMES.find((name) => new RegExp(`(?<![\\p{L}])${name}(?![\\p{L}])`, 'u').test(question));
  const named = river && (GERMAN_NAMES[river] ?? river);
  if (/gauge|station|pegel/i.test(question)) return named === undefined ? gaugesOfAll() : gaugesOn(named);
  const before = earlier.at(-1)?.sql;
  if (before && isShort(question) && /^(and|und|what about|how about|was ist mit)\b/i.test(question) && named !== undefined)
    return {
      sql: before.replace(/name = '(?:[^']|'')*'/, `name = ${text(named)}`),
      explanation: `The same for the ${named}.`,
    };
  const continent = Object.entries(CONTINENTS).find(([name]) => question.toLowerCase().includes(name))?.[1];
  const there = before && isShort(question) && continent !== undefined ? inContinent(before, continent) : null;
  if (there !== null) return there;
  const next = goingOn(question, earlier);
  if (next !== null) return next;
  if (named !== undefined && /countr|flow through|länder|fließt/i.test(question)) return countriesOf(named);
  if (named !== undefined && /how long|wie lang|length/i.test(question)) return lengthOf(named);
  return null;
}

/** A question about the rows of the answer before, whatever database they come from. */
export function goingOn(question: string, earlier: readonly Earlier[]): Proposal | null {
  const before = earlier.at(-1)?.sql;
  if (!before || !isShort(question)) return null;
  if (HOW_MANY.test(question.trim()))
    return {
      sql: `SELECT count(*) AS how_many FROM (${before}) answers`,
      explanation: 'How many rows the answer before has.',
    };
  const [, most] = /^(?:only|just|nur)\b.*?(\d{1,2})\b/i.exec(question) ?? [];
  if (most === undefined) return null;
  return {
    sql: `SELECT * FROM (${before}) answers LIMIT ${most}`,
    explanation: 'The first rows of the answer before.',
  };
}

/** The statement before, for the rivers of one continent; `null` if it is not about rivers alone. */
function inContinent(before: string, continent: string): Proposal | null {
  const explanation = `The same for ${continent}.`;
  const named = `continent = ${text(continent)}`;
  if (/continent = '[^']*'/.test(before)) return { sql: before.replace(/continent = '[^']*'/, named), explanation };
  const sql = before.replace(/( FROM hydrology\.rivers)( WHERE|(?= (?:GROUP|ORDER|LIMIT)\b)|$)/, (_, from: string, where: string) =>
    where === '' ? `${from} WHERE ${named}` : `${from} WHERE ${named} AND`,
  );
  return sql === before || before.includes(' JOIN ') ? null : { sql, explanation };
}

function isShort(question: string): boolean {
  return question.trim().split(/\s+/).length <= 7;
}

/** The demo's example of a question with two readings. */
export function askedBack(question: string): Proposal | null {
  if (/\b(?:largest|biggest|greatest) rivers?\b/i.test(question))
    return back('Largest by length, or by the water that they carry?', [
      'Which are the longest rivers?',
      'Which rivers carry the most water?',
    ]);
  if (/\b(?:größten?|grössten?) (?:fluss|fluß|flüsse)\b/i.test(question))
    return back('Nach der Länge, oder nach der Wassermenge?', [
      'Welche Flüsse sind die längsten (long)?',
      'Welche Flüsse haben die größte Wassermenge (discharge)?',
    ]);
  return null;
}

export function back(question: string, choices: readonly string[]): Proposal {
  return { sql: null, explanation: '', clarification: { question, choices } };
}

function gaugesOn(river: string): Proposal {
  return {
    sql:
      `SELECT g.station, c.name AS country FROM hydrology.gauges g JOIN hydrology.rivers r ON r.id = g.river_id ` +
      `JOIN hydrology.countries c ON c.code = g.country_code WHERE r.name = ${text(river)} ORDER BY g.station`,
    explanation: `The gauging stations on the ${river}.`,
  };
}

function gaugesOfAll(): Proposal {
  return {
    sql:
      'SELECT r.name, count(*) AS gauges FROM hydrology.gauges g JOIN hydrology.rivers r ON r.id = g.river_id ' +
      'GROUP BY r.name ORDER BY gauges DESC, r.name LIMIT 10',
    explanation: 'The ten rivers with the most gauging stations.',
  };
}

function countriesOf(river: string): Proposal {
  return {
    sql:
      `SELECT c.name AS country FROM hydrology.river_countries rc JOIN hydrology.rivers r ON r.id = rc.river_id ` +
      `JOIN hydrology.countries c ON c.code = rc.country_code WHERE r.name = ${text(river)} ORDER BY rc.position`,
    explanation: `The countries that the ${river} touches, from source to mouth.`,
  };
}

function lengthOf(river: string): Proposal {
  return {
    sql: `SELECT r.name, r.length_km FROM hydrology.rivers r WHERE r.name = ${text(river)}`,
    explanation: `How long the ${river} is.`,
  };
}
