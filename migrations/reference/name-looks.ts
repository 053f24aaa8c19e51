/** As names are compared from this migration on; a copy, because migrations never change. */
const LOOKS = new Map(
  Object.entries({
    ...{
      а: 'a',
      е: 'e',
      ѕ: 's',
      і: 'i',
      ј: 'j',
      ԛ: 'q',
      о: 'o',
      р: 'p',
      с: 'c',
      у: 'y',
      х: 'x',
      ԝ: 'w',
      һ: 'h',
      ԁ: 'd',
      ӏ: 'l',
    },
    ...{
      г: 'r',
      п: 'n',
      к: 'k',
      т: 't',
      м: 'm',
      в: 'b',
      н: 'h',
      ү: 'y',
      ѵ: 'v',
      ҽ: 'e',
      ԍ: 'g',
      ө: 'o',
      ё: 'ë',
      ї: 'ï',
    },
    ...{
      α: 'a',
      ο: 'o',
      ν: 'v',
      ρ: 'p',
      υ: 'u',
      ι: 'i',
      κ: 'k',
      γ: 'y',
      η: 'n',
      τ: 't',
      χ: 'x',
      ω: 'w',
      σ: 'o',
      ϲ: 'c',
      ϳ: 'j',
    },
    ...{ ε: 'e', β: 'b', ό: 'ó', ά: 'á', ί: 'í', ύ: 'ú' },
    ...{ օ: 'o', ս: 'u', հ: 'h', ո: 'n', ց: 'g', զ: 'q', ա: 'w' },
    ...{ ı: 'i', ɑ: 'a', ɡ: 'g', ɩ: 'i', ʟ: 'l', ᴏ: 'o' },
  }),
);
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

export function lookOf(name: string): string {
  const seen = name.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim();
  return [...seen.toLowerCase().normalize('NFKC')].map((letter) => LOOKS.get(letter) ?? letter).join('');
}
