/**
 * Letters in lower case, each before the one that a reader takes it for: from confusables.txt of Unicode TR39, as far as one letter looks
 * like one of another script, or like another Latin one. Pairs that would make honest names equal are left out: `l` and `1`, letters of one
 * script among each other, and Hebrew and Arabic, whose single letters look like strokes.
 */
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

/** By the letter that is mistaken. */
export const ALIKE_LETTERS: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap((pairs) =>
    pairs.split(' ').map((pair): [string, string] => {
      const [letter = '', look = ''] = pair;
      return [letter, look];
    }),
  ),
);
