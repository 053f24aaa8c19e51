// What the API document promises and no test has seen: an operation that never succeeded, an error code that never came.
import { existsSync, readFileSync } from 'node:fs';

/** Only a run of all specs can know. The others (`test:faults`, `test:browser`) have none of these. */
export function isWholeRun({ testPathPatterns, testNamePattern, onlyChanged, findRelatedTests, shard }, results) {
  const isChosen = testPathPatterns.isSet() || testNamePattern || onlyChanged || findRelatedTests || shard;
  return !isChosen && results.testResults.some(({ testFilePath }) => testFilePath.includes('/test/e2e/'));
}

/** @returns the ids of operations, the codes that no operation answered, and `<operation> <code>` for every pair */
export function answersNotSeen() {
  const { HEADGATE_API_DOCUMENT: document, HEADGATE_SEEN_ANSWERS: notes } = process.env;
  const seen = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
  return compared(JSON.parse(readFileSync(document, 'utf8')), seen);
}

/** @param seen lines of `<operation> <status> <code>`, see `noteAnswer` */
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
  };
}

/** Directories are told of errors without codes: their responses have none here. */
function codesOf({ responses, schemas }, $ref) {
  const schema = responses[lastOf($ref)].content?.['application/json']?.schema ?? {};
  return (schema.oneOf ?? [schema]).flatMap((one) => schemas[lastOf(one.$ref ?? '')]?.properties.code?.const ?? []);
}

function lastOf($ref) {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}
