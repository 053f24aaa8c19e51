import { compile, render as fill } from '../../dist/src/prompt-templates/domain/renderer.js';
import { AjvParameterValues } from '../../dist/src/prompt-templates/adapters/parameters/ajv-parameter-values.js';
import { heading, number, over, table, times } from './report.mjs';

const ROUNDS = 7;
const ROUND_MS = 150;
const NAMES = Array.from({ length: 10 }, (_, index) => `value_${index}`);
const SENTENCE = ' rivers of the continent, with name and length in kilometres, the longest first; then ';
const TEXT = NAMES.map((name) => `{{${name}}}${SENTENCE}`).join('');
const VALUES = Object.fromEntries(NAMES.map((name, index) => [name, `value ${index}`]));
const PARAMETERS = NAMES.map((name) => ({ name, type: 'string', required: true, maxLength: 100 }));
const LITERAL = 'template literal';

/** What the safety of the renderer costs, against what people write in its place. */
export async function render() {
  heading(
    'render',
    ['ajv'],
    [
      `A text of ${TEXT.length} characters with ${NAMES.length} placeholders; ${ROUNDS} alternating rounds of ${ROUND_MS} ms, medians; ratios are of the same round`,
      'replaceAll: a loop over the values, as naive mustaches do it; it expands values that look like placeholders again',
    ],
  );
  const compiled = compile(TEXT);
  const values = new Map(Object.entries(VALUES));
  const judge = new AjvParameterValues();
  const ways = {
    [LITERAL]: byLiteral,
    'replaceAll in a loop': byReplacing,
    'Headgate, compiled once': () => fill(compiled, (name) => values.get(name)),
    'Headgate, compiled each time': () => fill(compile(TEXT), (name) => values.get(name)),
    'Headgate, compiled once, values checked': () => {
      const checked = judge.checked(PARAMETERS, VALUES);
      return fill(compiled, (name) => checked.values.get(name));
    },
  };
  for (const [name, way] of Object.entries(ways)) {
    if (way() !== byReplacing()) throw new Error(`${name} renders something else.`);
    microseconds(way);
  }
  const rounds = Array.from({ length: ROUNDS }, () =>
    Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, microseconds(way)])),
  );
  table(
    ['way', 'us/rendering', 'of the literal', 'of replaceAll'],
    Object.keys(ways).map((name) => [
      name,
      number(over(rounds, (round) => round[name])),
      times(over(rounds, (round) => round[name] / round[LITERAL])),
      times(over(rounds, (round) => round[name] / round['replaceAll in a loop'])),
    ]),
  );
  const braces = '{{'.repeat(200_000);
  const startedAt = performance.now();
  compile(braces);
  console.log(`\n${braces.length / 1000} KB of {{ are compiled in ${number(performance.now() - startedAt, 1)} ms.`);
}

/** Read each time, so that the result is no constant. */
function byLiteral() {
  const v = VALUES;
  return (
    `${v.value_0}${SENTENCE}${v.value_1}${SENTENCE}${v.value_2}${SENTENCE}${v.value_3}${SENTENCE}${v.value_4}${SENTENCE}` +
    `${v.value_5}${SENTENCE}${v.value_6}${SENTENCE}${v.value_7}${SENTENCE}${v.value_8}${SENTENCE}${v.value_9}${SENTENCE}`
  );
}

function byReplacing() {
  let text = TEXT;
  for (const [name, value] of Object.entries(VALUES)) text = text.replaceAll(`{{${name}}}`, value);
  return text;
}

function microseconds(way) {
  let sink = 0;
  const startedAt = performance.now();
  let count = 0;
  let elapsed = 0;
  while (elapsed < ROUND_MS) {
    // JavaScript never joins the parts of a string that is not read.
    for (let index = 0; index < 200; index += 1) sink += way().charCodeAt(index);
    count += 200;
    elapsed = performance.now() - startedAt;
  }
  if (Number.isNaN(sink)) throw new Error('Nothing was rendered.');
  return (elapsed * 1000) / count;
}
