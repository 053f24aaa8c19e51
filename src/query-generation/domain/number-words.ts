const SMALL: Readonly<Record<string, number>> = {
  zero: 0,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  zwei: 2,
  zwo: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
  dreizehn: 13,
  vierzehn: 14,
  fünfzehn: 15,
  sechzehn: 16,
  siebzehn: 17,
  achtzehn: 18,
  neunzehn: 19,
  zwanzig: 20,
  dreißig: 30,
  dreissig: 30,
  vierzig: 40,
  fünfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
};
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  thousands: 1e3,
  tausend: 1e3,
  tausende: 1e3,
  tsd: 1e3,
  mille: 1e3,
  mil: 1e3,
  hundred: 1e2,
  hundreds: 1e2,
  hundert: 1e2,
  hunderte: 1e2,
  dozen: 12,
  dozens: 12,
  dutzend: 12,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  mio: 1e6,
  mn: 1e6,
  millones: 1e6,
  billion: 1e9,
  billions: 1e9,
  bn: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
  mrd: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  billionen: 1e12,
  trillion: 1e12,
  trillions: 1e12,
};
/** Other words that make a number large, in any language. It is not certain by how much. */
const OTHER_SCALE = /ill(?:ions?|ionen|iarde?[ns]?|ones)$|^(?:crores?|lakhs?|lacs?|myriads?|score|gros|tn|bio)$/;
/** Articles, mostly; they count before a scale and in a compound. */
const ONE = new Set(['one', 'ein', 'eine', 'einer']);
const WORD = /[\p{L}\p{N}]+/gu;

/** The factor of a word after a number; `NaN` if it is not certain. */
export function scaleOf(unit: string | undefined): number {
  const name = unit?.toLowerCase() ?? '';
  if (Object.hasOwn(SCALES, name)) return SCALES[name] ?? 1;
  return OTHER_SCALE.test(name) ? NaN : 1;
}

export function isNumberWord(word: string): boolean {
  const name = word.toLowerCase();
  return smallOf(name) !== undefined || scaleOf(name) !== 1;
}

/** The numbers that a text says in English or German words; `NaN` for one that cannot be read. */
export function numbersInWords(text: string): number[] {
  const found: number[] = [];
  let sum: number | null = null;
  let group = 0;
  const end = (): void => {
    if (sum !== null) found.push(sum + group);
    [sum, group] = [null, 0];
  };
  const words = [...text.toLowerCase().matchAll(WORD)];
  for (const [at, { 0: word, index }] of words.entries()) {
    const before = words[at - 1];
    const isNext = before !== undefined && /^[\s-]*$/.test(text.slice(before.index + before[0].length, index));
    const isJoint = sum !== null && (word === 'and' || word === 'und') && scaleOf(before?.[0]) !== 1;
    if (isJoint) continue;
    if (!isNext) end();
    const scale = scaleOf(word);
    const isOne = ONE.has(word) && scaleOf(words[at + 1]?.[0]) !== 1;
    const small = isOne ? 1 : smallOf(word);
    if (scale !== 1) {
      const factor: number = group === 0 ? 1 : group;
      sum ??= 0;
      if (scale === 100) group = factor * scale;
      else [sum, group] = [sum + factor * scale, 0];
    } else if (small === undefined) end();
    else [sum, group] = [sum ?? 0, group + small];
  }
  end();
  return found;
}

/** Also of German compounds: `zweiundzwanzig`, `dreitausendfünfhundert`. */
function smallOf(word: string): number | undefined {
  if (Object.hasOwn(SMALL, word)) return SMALL[word];
  for (const [name, scale] of [
    ['tausend', 1000],
    ['hundert', 100],
  ] as const) {
    const at = word.indexOf(name);
    if (at < 0 || word === name) continue;
    const [head, tail] = [word.slice(0, at), word.slice(at + name.length).replace(/^und/, '')];
    const [factor, rest] = [head === '' ? 1 : partOf(head), tail === '' ? 0 : partOf(tail)];
    return factor === undefined || rest === undefined ? undefined : factor * scale + rest;
  }
  const [, unit, ten] = /^(\p{L}+?)und(\p{L}+)$/u.exec(word) ?? [];
  if (unit === undefined || ten === undefined) return undefined;
  const [one, tens] = [partOf(unit), partOf(ten)];
  return one === undefined || tens === undefined ? undefined : one + tens;
}

function partOf(word: string): number | undefined {
  if (word === 'ein' || word === 'eins') return 1;
  return word === 'hundert' ? 100 : smallOf(word);
}
