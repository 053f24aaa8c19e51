import { type ConditionKind, type FormCondition, type FormConditions, conditionsText } from './policy-form.js';

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const LIST = String.raw`\[${TEXT}(?:, ${TEXT})*\]`;
const NETWORK = String.raw`context\.network\.isInRange\(ip\(${TEXT}\)\)`;
const NOW = String.raw`context\.now\.toTime\(\)`;
const TIME = String.raw`duration\("\d+h(?:\d+m)?"\)`;

const oneOf = (type: string): string =>
  String.raw`(?:== ${type}::${TEXT}|in (?:${type}::${TEXT}|\[${type}::${TEXT}(?:, ${type}::${TEXT})*\]))`;
const contains = (read: string): string => String.raw`${read}\.contains(?:\(${TEXT}\)|Any\(${LIST}\))`;
const optional = (of: string, name: string): string =>
  String.raw`${of} has ${name} && (?:${of}\.${name} == ${TEXT}|${LIST}\.contains\(${of}\.${name}\))`;

/** How `conditionsText` writes each kind. */
const WRITTEN: Readonly<Record<ConditionKind, string>> = {
  people: `principal ${oneOf('User')}`,
  roles: contains(String.raw`principal\.roles`),
  groups: contains(String.raw`principal\.groups`),
  attribute: String.raw`principal\.hasTag\(${TEXT}\) && ${contains(String.raw`principal\.getTag\(${TEXT}\)`)}`,
  department: optional('principal', 'department'),
  title: optional('principal', 'title'),
  division: optional('principal', 'division'),
  costCenter: optional('principal', 'costCenter'),
  employer: optional('principal', 'employer'),
  userType: optional('principal', 'userType'),
  access_key: String.raw`context\.accessKey`,
  networks: String.raw`${NETWORK}(?: \|\| ${NETWORK})*`,
  countries: optional('context', 'country'),
  second_factor: String.raw`context\.acr == "aal2"`,
  phishing_resistant: String.raw`context\.amr\.contains\("hwk"\)`,
  single_sign_on: String.raw`context\.amr\.contains\("sso"\)`,
  trusted_device: String.raw`context\.deviceTrusted`,
  recent_proof: String.raw`context\.proofAgeSeconds < \d+`,
  hours: String.raw`${NOW} >= ${TIME} (?:&&|\|\|) ${NOW} < ${TIME}`,
  labels: contains(String.raw`resource\.labels`),
  unlabelled: String.raw`resource\.labels\.isEmpty\(\)`,
  workspaces: `resource ${oneOf('Workspace')}`,
  data_sources: `resource ${oneOf('DataSource')}`,
};
const TERMS = (Object.entries(WRITTEN) as [ConditionKind, string][]).map(([kind, pattern]) => ({
  kind,
  term: new RegExp(String.raw`(\(?)(${pattern})\)?(?: (&&|\|\|) |$)`, 'y'),
}));
/** Their text has a quoted constant, which is no value. */
const WITHOUT_TEXTS: readonly ConditionKind[] = ['second_factor', 'phishing_resistant', 'single_sign_on'];

/** The conditions of a text as a form writes it; `null` for any other, which only Cedar can read. */
export function conditionsIn(text: string): FormConditions | null {
  const conditions: FormCondition[] = [];
  let join: FormConditions['join'] = 'all';
  for (let at = 0; at < text.length;) {
    const [found] = TERMS.flatMap(({ kind, term }) => {
      term.lastIndex = at;
      const match = term.exec(text);
      return match === null ? [] : [{ kind, match }];
    });
    if (found === undefined) return null;
    const [whole, , written = '', operator] = found.match;
    conditions.push(conditionOf(found.kind, written));
    if (operator === '||') join = 'any';
    at += whole.length;
  }
  const read = { join, conditions };
  // Nothing is said of a policy that its text does not say.
  return conditions.length > 0 && conditionsText(read) === text ? read : null;
}

function conditionOf(kind: ConditionKind, written: string): FormCondition {
  const texts = WITHOUT_TEXTS.includes(kind) ? [] : [...written.matchAll(new RegExp(TEXT, 'g'))].map(([quoted]) => plain(quoted));
  if (kind === 'recent_proof') return { kind, name: null, values: [String(Math.floor(Number(/\d+/.exec(written)?.[0]) / 60))] };
  if (kind === 'hours') return { kind, name: null, values: texts.map(timeOf) };
  if (kind !== 'attribute') return { kind, name: null, values: texts };
  const [name = '', , ...values] = texts;
  return { kind, name, values };
}

function plain(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replaceAll(/\\u\{([0-9a-f]+)\}|\\(.)/g, (_, code: string | undefined, character: string) =>
      code === undefined ? character : String.fromCodePoint(parseInt(code, 16)),
    );
}

/** `7h30m` as a time of day. */
function timeOf(duration: string): string {
  const [hours = '0', minutes = '0'] = duration.match(/\d+/g) ?? [];
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}
