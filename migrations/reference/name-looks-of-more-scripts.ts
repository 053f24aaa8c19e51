/** As names are compared from this migration on; a copy, because migrations never change. */
const ALIKE: readonly string[] = [
  // Malayalam
  'ൎॱ ഠo ഉஉ ജஐ ണண ഴழ ശஶ',
  // Latin
  'ꟷー ǎă ȧå ᴄc ɛꞓ ꬲe ěĕ əǝ ᴈɜ ꞝʚ ꬵf ꞙf ẝf ᶃg ƍg ǧğ ǵģ ꞕꜧ ɪi ǐĭ ǀl ņɲ ᴑo ꬽo ǒŏ ↄɔ ᴐɔ ᶐɋ ᴋĸ ꭇr ꭈr ꜱs ƽs ꞵß ꭍʃ ţƫ țƫ ꞟu ᴜu ꭎu ꭒu ʋu ǔŭ ṃꭑ ᴠv ɯw ᴡw ᴍʍ ɣy ᶌy ʏy ỿy ꭚy ʒȝ ꝫȝ ᴢz ƿþ ᴤƨ ꭓx ꭕx ꞷw ꭠљ öة ꞛ𐐺',
  // Han
  '一ー',
  // Canadian Aboriginal
  'ᗅa ᗄɐ ᑲb ᖯb ᗷb ᑳḃ ᑯd ᗞd ᗪd ᕷẟ ᖴf ᖵⅎ ᖷꟻ ᕼh ᒍj ᒪl ᗰm ᑭp ᖇr ᑌu ᘮʊ ᘴʊ ᐯv ᐱʌ ᕁx ᕽx ᒥy ᐃẟ ᘯw ᘵw ᗯw ᑎn',
  // Lisu
  'ꓮa ꓯɐ ꓐb ꓚc ꓒd ꓓd ꓰe ꓱǝ ꓝf ꓞⅎ ꓖg ꓧh ꓙj ꓗk ꓲl ꓡl ꓟm ꓠn ꓳo ꓛɔ ꓑp ꓣr ꓢs ꓔt ꓴu ꓦv ꓥʌ ꓪw ꓫx ꓬy ꓜz ꓵn ꓷᗡ ꓭᙠ',
  // Cherokee
  'ꭺᴀ ᏼʙ ꮯc ꮛꞓ ꭰᴅ ꭼᴇ ꮐɢ ᏻɢ ꮋʜ ꮀⱶ ꭵi ꭻᴊ ꮮl ꭴơ ꮲᴘ ꮶĸ ꮁr ꭱʀ ꮢʀ ꮪs ꭲᴛ ꮩv ꮃw ꮇʍ ꮓz ꮟƅ ꭾɂ',
  // Coptic
  'ⲥc ⲉꞓ ⳑl ⲟo ⲣp ⲫɸ ⲕĸ ⲅr ⳍȝ ϩƨ ⳤϗ ⲭx ⲱw ⲽш',
  // Cyrillic
  'єꞓ ԑꞓ ҿę әǝ зɜ ꙇi иᴎ фɸ яᴙ ѡw ӡȝ ꙅƨ ьƅ ѱψ ꙍw',
  // Greek
  'ͽꜿ δẟ ͷᴎ ͻɔ ᴩᴘ φɸ ᴦr ᴧʌ ϸþ ῶꮿ',
  // Armenian
  'ծẟ քf յȷ ռn գq պɰ',
  // Tifinagh
  'ⴹe ⴺǝ ⵏl ⵔo ⵕq ⵉʃ ⴸv ⴷʌ ⵝx ⵙʘ ⵠẟ',
  // Georgian
  'ჿo ყy ჳȝ',
  // Myanmar
  'ဝo',
  // Ethiopic
  'ዐo ሀu ሣɰ ቀɸ ኔձ በn',
  // Kannada
  'ಅఅ ಆఆ ಇఇ ಒఒ ಜజ ಞఞ ಣణ ಯయ ಱఱ ಲల',
  // Lao
  'ຈจ ບบ ປป ຝฝ ພพ ຟฟ ຍย',
  // Katakana
  'ヘへ ニ二 イ亻 ハ八 カ力 ト卜 ロ口 タ夕 エ工',
];

const ALIKE_LETTERS = new Map(
  ALIKE.flatMap((pairs) => pairs.split(' ').map(([letter = '', look = '']): [string, string] => [letter, look])),
);

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
  return [...seen.toLowerCase().normalize('NFKC')]
    .map((letter) => LOOKS.get(letter) ?? ALIKE_LETTERS.get(letter) ?? letter)
    .join('');
}
