/** A token, in the hundredths below. */
const A_TOKEN = 100;

/** Types and words of SQL in capitals, by how many tokens they are. */
const CAPITALS = new Map(
  [
    'BOOLEAN CREATE DATE DOUBLE ENUM FLOAT FOREIGN ID INT INTEGER JSON KEY NOT NULL PRIMARY PUBLIC REAL REFERENCES TABLE TEXT TIME UUID VARCHAR VIEW WITH ZONE',
    'BIGINT BYTEA CHARACTER DATETIME DECIMAL JSONB NUMERIC PRECISION TIMESTAMP',
    'SMALLINT VARYING',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, 100 * (at + 1)] as const)),
);

/** What a letter costs in other words that are all capitals. */
const A_CAPITAL = 32;
/** What a letter costs in other words: a word of up to four letters is one token, and longer ones cost a little more than most of them do. */
const A_LETTER = 22;
/** Longer ones are not words: keys, encoded data, a megabyte without a space. */
const LONGEST_WORD = 32;
/** What a letter costs in what is longer than a word. */
const A_STRANGE_LETTER = 55;
/** A single sign right before a word is often one token with it. */
const BEFORE_WORD: ReadonlyMap<string, number> = new Map([
  ['_', 0],
  ['.', 40],
  ['=', 40],
  ['"', 100],
]);
const OTHER_BEFORE_WORD = 65;
const SIGNS_OF_A_TOKEN = 4;
const DIGITS_OF_A_TOKEN = 3;
const SPACES_OF_A_TOKEN = 16;

/**
 * An estimate of how many tokens today’s language models make of a text, without their vocabularies. It cuts a text as they do before
 * they look into them: words with the space before them, runs of signs, digits by threes. What a letter costs was measured with
 * `cl100k` and `o200k` over the texts of schemas, so that hardly any text has more tokens than this says, and most have a tenth fewer.
 * For scripts other than Latin it takes the most that they can cost.
 */
export function tokensOf(text: string): number {
  return Math.ceil(tokenPartsOf(text) / A_TOKEN);
}

/** Parts of a token, whole numbers: for lines the sum of these is what they cost together. */
export function tokenPartsOf(text: string): number {
  let parts = 0;
  let before: Kind | null = null;
  for (let at = 0; at < text.length;) {
    const start = at;
    const kind = kindOf(text.charCodeAt(at));
    do at += 1;
    while (at < text.length && kindOf(text.charCodeAt(at)) === kind);
    const after = at < text.length ? kindOf(text.charCodeAt(at)) : null;
    parts += costOf(text, start, at, { kind, before, after });
    before = kind;
  }
  return parts;
}

/** The number of parts that `tokenPartsOf` counts for this many tokens. */
export function partsInTokens(tokens: number): number {
  return tokens * A_TOKEN;
}

type Kind = 'letter' | 'digit' | 'space' | 'line end' | 'sign' | 'other';

function kindOf(unit: number): Kind {
  if ((unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90)) return 'letter';
  if (unit === 32 || unit === 9) return 'space';
  if (unit === 10 || unit === 13) return 'line end';
  if (unit >= 48 && unit <= 57) return 'digit';
  return unit < 128 ? 'sign' : 'other';
}

function costOf(
  text: string,
  start: number,
  end: number,
  { kind, before, after }: { readonly kind: Kind; readonly before: Kind | null; readonly after: Kind | null },
): number {
  const length = end - start;
  switch (kind) {
    case 'letter':
      return costOfLetters(text.slice(start, end));
    case 'digit':
      return 100 * Math.ceil(length / DIGITS_OF_A_TOKEN);
    case 'space': {
      // The last space belongs to what comes after it, unless that is a number.
      const alone = after === 'letter' || after === 'sign' ? length - 1 : length;
      return 100 * Math.ceil(alone / SPACES_OF_A_TOKEN);
    }
    case 'line end':
      return 100 * (Math.ceil(length / SIGNS_OF_A_TOKEN) - (before === 'sign' && length <= SIGNS_OF_A_TOKEN ? 1 : 0));
    case 'sign': {
      if (length > 1 || before === 'space' || after !== 'letter') return 100 * Math.ceil(length / SIGNS_OF_A_TOKEN);
      return BEFORE_WORD.get(text.charAt(start)) ?? OTHER_BEFORE_WORD;
    }
    case 'other': {
      let parts = 0;
      for (let at = start; at < end; at += 1) parts += costOfOther(text.charCodeAt(at));
      return parts;
    }
  }
}

/** `customerId` is two words. */
function costOfLetters(letters: string): number {
  let parts = 0;
  for (const [word] of letters.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)) parts += costOfWord(word);
  return parts;
}

function costOfWord(word: string): number {
  const { length } = word;
  const inCapitals = CAPITALS.get(word);
  if (inCapitals !== undefined) return inCapitals;
  if (length > LONGEST_WORD) return A_STRANGE_LETTER * length;
  const isCapitals = length > 1 && word === word.toUpperCase();
  return Math.max(100, length * (isCapitals ? A_CAPITAL : A_LETTER));
}

function costOfOther(unit: number): number {
  if (unit < 0x800) return 100;
  // Two surrogates are a character of four bytes, and no tokenizer needs more than a token for a byte.
  return isAsian(unit) ? 150 : unit >= 0xd800 && unit < 0xe000 ? 200 : 300;
}

/** Devanagari to Thai, kana to the unified ideographs, Hangul, and the wide forms. */
function isAsian(unit: number): boolean {
  return (
    (unit >= 0x900 && unit < 0xe80) ||
    (unit >= 0x3000 && unit < 0xa000) ||
    (unit >= 0xac00 && unit < 0xd7b0) ||
    (unit >= 0xff00 && unit < 0xfff0)
  );
}
