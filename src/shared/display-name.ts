import { withoutPiledMarks } from './piled-marks.js';

/** Where they shape a word: after letters, but not of scripts in which they change nothing and so only hide. */
const JOINER = String.raw`(?<=[\p{L}\p{M}])(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}])[\u200C\u200D]`;
const EMOJI_JOINER = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`;
/** At most six tags (UTS #51): looking back further would take time in the square of the text. */
const FLAG_OF_REGION = String.raw`(?<=\u{1F3F4}[\u{E0030}-\u{E007A}]{0,6})[\u{E0030}-\u{E007A}\u{E007F}]`;
const SOFT_HYPHEN = String.raw`(?<=[\p{L}\p{M}])\u00AD(?=\p{L})`;

/** One character of a name on one line: a visible one, a space, or one that belongs to how a word or an emoji is written. */
const NAME_CHARACTER = String.raw`(?:[^\p{C}\p{Zl}\p{Zp}]|${JOINER}|${EMOJI_JOINER}|${FLAG_OF_REGION}|${SOFT_HYPHEN})`;

/** A character that shows something, unlike fillers of Hangul, the empty pattern of Braille, and a note without a head. */
const SHOWN = String.raw`(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]`;

/** In characters. */
export const LONGEST_DISPLAY_NAME = 100;

/** Its 100 characters may each have a variation selector, which is not counted. */
export const DISPLAY_NAME = new RegExp(`^(?=[^]{1,200}$)(?=[^]*${SHOWN})${NAME_CHARACTER}*$`, 'u');

const TAKEN_OUT = new RegExp(`(?!${NAME_CHARACTER})[^]`, 'gu');

/** A text of any kind as a name: on one line, and without characters and piles of marks that a name may not hold. */
export function asName(text: string): string {
  return withoutPiledMarks(text.replaceAll(TAKEN_OUT, ' ')).replaceAll(/\s+/gu, ' ').trim();
}

/** In a list of short names without spaces around them. */
export function shortName(longest: number): RegExp {
  return new RegExp(`^(?! )(?=[^]{1,${longest}}$)(?=[^]*${SHOWN})${NAME_CHARACTER}*(?<! )$`, 'u');
}

/** What a provider or a directory sends as a name; `null` if it cannot be one, as an address, which could be that of somebody else. */
export function displayNameIn(text: string | null): string | null {
  const name = asName(text ?? '');
  return DISPLAY_NAME.test(name) && !name.includes('@') && [...name].length <= LONGEST_DISPLAY_NAME ? name : null;
}
