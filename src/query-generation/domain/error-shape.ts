/**
 * What database systems say of statements, whatever the data are. A value cannot be told from the words around it for certain:
 * quotes may stand in it, and functions may raise any text. So other words are dropped, not those that look like values.
 */
const USUAL = new Set(
  `a after aggregate all ambiguous an and any appear are argument arguments array as at be been before between bigint binder blob boolean by
   bytea call calls candidate case cast casts catalog character characters clause column columns compare comparison condition constant constraint
   contain contains conversion convert correct cost could data database date datetime decimal denied deterministic different division does double
   duplicate each either element empty encoding entry error estimates exceed exceeded exceeds execute exist exists explicit expression failed field
   float for format found from function functions given group grouping has have having hint implicit in incompatible incorrect input int
   integer interval into invalid is it join json key large least left less limit list literal long many match matches memory might missing
   more must name named names near need needs negative no non not null number numeric object of on one only operand operands operator or order
   out outer over overflow parameter parser part partition permission planner precision preceding prepare query range read real recursive reduce reference referenced
   references relation relations required result returned returns right row rows same scalar schema select set signed single size smallint some statement
   string subquery such supported syntax system table tables text than that the them there ties time timestamp timestamptz tinyint to too truncated
   type types undefined underflow union unique unknown unsigned unterminated use used using uuid valid value values varchar varying view
   violation was where which wildcard window with within without wrong year you zero zone`.split(/\s+/),
);
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|„[^“]*“|«[^»]*»/g;
const WORD = /[\p{L}\p{N}\p{M}_$]+/gu;

/**
 * The words of a source about a statement without what they may quote of its data: what is left is in the statement
 * itself, or is said of every statement that fails so.
 */
export function errorShapeOf(reason: string, statement: string): string {
  const own = new Set(tokensOf(statement));
  const kept = reason
    .replaceAll(QUOTED, (quoted) => (tokensOf(quoted).every((word) => own.has(word)) ? quoted : ' … '))
    .replaceAll(WORD, (word) => (own.has(word.toLowerCase()) || USUAL.has(word.toLowerCase()) ? word : '…'));
  const plain = kept.replaceAll(/[^\x20-\x7e\p{L}\p{N}\p{M}…]/gu, ' ');
  return plain
    .replaceAll(/…[\s…\p{P}\p{S}]*…/gu, '…')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function tokensOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(WORD)].map(([word]) => word);
}
