/**
 * Writes docs/access-matrix.md from test/fixtures/access-matrix.json, which the tests compare with the running service.
 * With `--check` it writes nothing, and fails if the page is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = 'docs/access-matrix.md';
const ROLES = ['viewer', 'editor', 'admin', 'owner'];
const REFUSED = ['401', '403', '404'];

const { callers, routes, notes, tokens } = JSON.parse(readFileSync('test/fixtures/access-matrix.json', 'utf8'));

/** Who may call a route: the lowest role that may, and whether system administrators may. */
function whoMay(route, statuses) {
  const of = Object.fromEntries(callers.map((caller, at) => [caller, statuses.split(' ')[at]]));
  if (notes[route] !== undefined) return notes[route];
  if (new Set(Object.values(of).slice(1)).size === 1) return 'Everybody';
  // A thing that is not in the scene is missing for everybody who may ask for it, up to the owner.
  const may = (caller) => !REFUSED.includes(of[caller]) || (of[caller] === '404' && of.owner === '404');
  const lowest = ROLES.find(may);
  if (lowest === undefined) return 'System administrators';
  const people = lowest === 'owner' ? 'Owner' : `From ${lowest}`;
  return may('system admin') ? `${people}, and system administrators` : people;
}

/** All that the same people may call, by method. */
function linesOf(area) {
  const lines = new Map();
  for (const [route, statuses] of Object.entries(area)) {
    const [method, path] = route.split(' ');
    const who = whoMay(route, statuses);
    const methods = lines.get(who) ?? new Map();
    const short = path.replace(/^\/api\/v1(?=\/)/, '');
    lines.set(who, methods.set(method, [...(methods.get(method) ?? []), `\`${short}\``]));
  }
  return [...lines].map(([who, methods]) => {
    const routes = [...methods].map(([method, paths]) => `  - ${method} ${paths.join(',\n    ')}`);
    return `- **${who}**\n${routes.join('\n')}`;
  });
}

const areas = Object.entries(routes).map(([name, area]) => `## ${name}\n\n${linesOf(area).join('\n')}`);

const table = (heading, lines) => [heading, heading.replaceAll(/[^|]+/g, '---'), ...lines].join('\n');
const [first] = Object.values(tokens);
const ofTokens = table(
  `| token | ${Object.keys(first).join(' | ')} |`,
  Object.entries(tokens).map(([token, deeds]) => `| ${token} | ${Object.values(deeds).join(' | ')} |`),
);

const page = `# Who may do what

For people who need to know who may call a route. \`node scripts/access-matrix.mjs\` writes this page from
\`test/fixtures/access-matrix.json\`, which tests compare with the running service.

"From editor" means editor, admin and owner. "Everybody" is everyone who is logged in. A [custom role](roles.md) may call what its permissions
allow; the API reference at \`/docs\` names them. [System administrators](system-administrators.md) may call some routes of owners and admins with
an owner's approval. [Access policies](policies.md) can refuse more. Paths without \`/api\`, \`/access\` or \`/icons\` begin with \`/api/v1\`.

Others are refused: 401 without an access token, 404 for ids of another organization's things, else 403.

${areas.join('\n\n')}

## What a provisioning token may do

A token may do what its issuer may do now, as long as they hold \`scim.manage\`, and what an owner has approved, as long as that person is an
owner. A cell says up to which role: "admin" means viewers, editors and admins, counting their roles in workspaces. Above that the answer is 403.

${ofTokens}

- No token makes an owner, and none changes the names or the password of one, even where the answer is 200.
- "Describe" means title, kind, enterprise attributes and groups.
- With issuer and approver gone, a token suspends and removes only people whom its directory made.
- No token suspends or removes the last owner, or an emergency account of single sign-on.
`;

if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.error(`${PAGE} is stale: run \`node scripts/access-matrix.mjs\` and commit the page.`);
  process.exitCode = 1;
}
