// What the API document promises and no test has seen: an operation that never succeeded, an error code that never came, an answer like its
// example.
import { existsSync, readFileSync } from 'node:fs';

/** Only a run of all specs can know. The others (`test:faults`, `test:browser`) have none of these. */
export function isWholeRun({ testPathPatterns, testNamePattern, onlyChanged, findRelatedTests, shard }, results) {
  const isChosen = testPathPatterns.isSet() || testNamePattern || onlyChanged || findRelatedTests || shard;
  return !isChosen && results.testResults.some(({ testFilePath }) => testFilePath.includes('/test/e2e/'));
}

/** @returns the ids of operations, the codes that no operation answered, `<operation> <code>` for every pair, and examples that no answer was like */
export function answersNotSeen() {
  const { HEADGATE_API_DOCUMENT: document, HEADGATE_SEEN_ANSWERS: notes } = process.env;
  const seen = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
  return compared(JSON.parse(readFileSync(document, 'utf8')), seen);
}

/** @param seen lines of `<operation> <status> <code>`, or for a good answer how it is like its example, see `noteAnswer` */
export function compared({ paths, components }, seen) {
  const notes = seen.map((line) => line.split(' '));
  const succeeded = new Set(notes.filter(([, status]) => Number(status) < 400).map(([id]) => id));
  const answered = new Set(notes.map(([id, , code]) => `${id} ${code}`));
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const pairs = operations.flatMap(({ operationId, responses }) =>
    Object.values(responses)
      .flatMap(({ $ref }) => ($ref === undefined ? [] : codesOf(components, $ref)))
      .map((code) => ({ operationId, code })),
  );
  const codes = new Set(pairs.map(({ code }) => code));
  const seenCodes = new Set(notes.map(([, , code]) => code));
  return {
    declared: { operations: operations.length, codes: codes.size, pairs: pairs.length },
    operations: operations.map(({ operationId }) => operationId).filter((id) => !succeeded.has(id)),
    codes: [...codes].filter((code) => !seenCodes.has(code)),
    pairs: pairs.map(({ operationId, code }) => `${operationId} ${code}`).filter((pair) => !answered.has(pair)),
    examples: unlikeExamples(operations, seen),
  };
}

/** @returns `<operation> <status>` of each example, with what the nearest answer had instead */
function unlikeExamples(operations, seen) {
  const shown = new Set(seen.filter((line) => line.endsWith(' as_shown')).map((line) => line.replace(' as_shown', '')));
  return operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status, { content = {} }]) => Number(status) < 300 && Object.keys(content).some((type) => /[/+]json$/.test(type)))
      .map(([status]) => `${operationId} ${status}`)
      .filter((answer) => !shown.has(answer))
      .map((answer) => nearestOf(answer, seen)),
  );
}

function nearestOf(answer, seen) {
  const found = seen.filter((line) => line.startsWith(`${answer} unlike `));
  const places = (line) => line.split('; ').length;
  return found.length === 0 ? `${answer} (not seen)` : found.reduce((best, line) => (places(line) < places(best) ? line : best));
}

/** Directories are told of errors without codes: their responses have none here. */
function codesOf({ responses, schemas }, $ref) {
  const schema = responses[lastOf($ref)].content?.['application/json']?.schema ?? {};
  return (schema.oneOf ?? [schema]).flatMap((one) => schemas[lastOf(one.$ref ?? '')]?.properties.code?.const ?? []);
}

function lastOf($ref) {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
