import { describe, expect, it } from '@jest/globals';
import { FEW_MARKS, withoutPiledMarks } from './piled-marks.js';

const ACUTE = '\u0301';

describe('the marks of a name', () => {
  it.each([
    ['Thai', 'ที่ปรึกษาน้ำ ก็ต่ำ'],
    ['Vietnamese', 'Nguyễn Thị Diệu Hiền'],
    ['Vietnamese, decomposed', 'Nguyễn Thị Diệu Hiền'.normalize('NFD')],
    ['Hebrew with points and cantillation', 'בְּרֵאשִׁ֖ית בָּרָ֣א יְרוּשָׁלִַ֗͏ם שּׁׁ֖'],
    ['Hebrew with six marks', 'ש\u05C1\u05BC\u05B8\u0596\u05BD\u05AF'],
    ['Tibetan', 'བསྒྲུབས་ རྐྵྨྻྃ ཨོཾ'],
    ['Tibetan of eight, the monogram of Kalachakra', 'ཧ\u0F90\u0FB5\u0FA8\u0FB3\u0FBA\u0FBC\u0FBB\u0F83'],
    ['Arabic with vowels', 'مُحَمَّدٌ ٱللَّٰهِۖ'],
    ['Burmese', 'ကြွှုံ့ မြန်မာ'],
    ['Khmer', 'ស្ត្រី ខ្មែរ្យ៉ាំ'],
    ['Hindi, Tamil and Sinhala', 'क्ष्म्य श्री நிகழ்வு ශ්\u200Dරී'],
    ['Persian', 'نرم\u200Cافزار'],
    ['Yoruba, Lithuanian and Greek', 'Ọ̀ṣun ė̃jęs ᾧ'.normalize('NFD')],
    ['phonetic writing', 'ɔ̰̃́ː'],
    ['emoji', '👩🏽\u200D💻 1️⃣ ❤️\u200D🔥 🏳️\u200D⚧️'],
    ['four accents', `a${ACUTE.repeat(4)}b${ACUTE.repeat(4)}`],
  ])('are those of a language: %s', (_language, name) => {
    expect(FEW_MARKS.test(name)).toBe(true);
    expect(withoutPiledMarks(name)).toBe(name);
  });

  it.each([
    ['accents without end', `a${ACUTE.repeat(122)}`, 'a'],
    ['five accents', `a${ACUTE.repeat(5)}`, 'a'],
    ['at the end of a long name', `${'a'.repeat(90)}${ACUTE.repeat(5)} b`, `${'a'.repeat(90)} b`],
    ['above and below', 'o\u0328\u0332\u0301\u033f\u0345livia', 'olivia'],
    ['with joiners between', `ه${ACUTE.repeat(3)}\u200D${ACUTE.repeat(3)}`, 'ه'],
    ['with those of a script between', `ש${ACUTE}\u05C1${ACUTE}\u05BC${ACUTE}\u05B8${ACUTE.repeat(2)}`, 'ש'],
    ['nine of a script', `ཧ${'\u0F90'.repeat(9)}`, 'ཧ'],
    ['before any letter', `${ACUTE.repeat(9)}a`, 'a'],
    ['on a digit, an emoji and a space', `1${ACUTE.repeat(6)}😀${ACUTE.repeat(6)} ${ACUTE.repeat(6)}`, '1😀 '],
  ])('are not piled up: %s', (_what, name, rest) => {
    expect(FEW_MARKS.test(name)).toBe(false);
    expect(withoutPiledMarks(name)).toBe(rest);
  });

  it('are counted in a text of any length and kind', () => {
    const units = [`a${ACUTE.repeat(4)}`, `ཧ${'\u0F90'.repeat(8)}`, '\u200D', `${ACUTE}\u05C1`];
    expect(units.map((unit) => FEW_MARKS.test(unit.repeat(50_000)))).toEqual([true, true, true, false]);
  });
});
