/** Who may import whom; `npm run check` and `test/architecture.spec.ts` run it. */

const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');

/** From the bottom to the top: each context calls those before it. */
const ORDER = [
  'accounts',
  'organizations',
  'mfa',
  'devices',
  'invitations',
  'sessions',
  'audit',
  'data-sources',
  'catalog',
  'statements',
  'schema-context',
  'prompt-templates',
  'knowledge',
  'query-generation',
  'ask',
  'scim',
  'sso',
  'sso-enforcement',
  'sso-migration',
  'abac',
  'agents',
  'mcp',
  'evidence',
  'rivers',
];
const CONTEXTS = ORDER.join('|');

/** What is worth having without this service, and knows nothing of its people. Below all contexts. */
const ENGINES = '^src/engines/[^/]+/';
/** Of the engines, what domains and use cases speak of: types and rules without any technology. */
const TERMS =
  '^src/engines/(scim-protocol/.+|sql-guard/(judgement|known-source|relation-violations|restriction|written-column)|catalog-reader/(engine|option|readable-part|reading|relation|source-facts|source-fault|sql-tokens|target|user-type))[.]ts$';

const RUNS_UP = ORDER.slice(0, -1).map((context, index) => ({
  name: `runs-up-from-${context}`,
  comment: 'What a context needs of one above it is a port, which the upper one answers from adapters/answers.',
  severity: 'error',
  from: { path: `^src/${context}/` },
  to: { path: `^src/(${ORDER.slice(index + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Not by types either: whoever reads one file of a circle has to read them all.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'A domain imports its own domain, src/shared and the terms of the engines, nothing else, and no package.',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/domain/`, pathNot: '[.]spec[.]ts$' },
      to: { pathNot: ['^src/$1/domain/', '^src/shared/', TERMS] },
    },
    {
      name: 'terms-are-pure',
      comment: 'What domains import of the engines imports nothing but such terms and src/shared.',
      severity: 'error',
      from: { path: TERMS, pathNot: '[.]spec[.]ts$' },
      to: { pathNot: [TERMS, '^src/shared/'] },
    },
    {
      name: 'engines-know-no-context',
      comment:
        'Neither contexts nor frameworks, and no engine knows another. The driver of PostgreSQL stays with its reader, by a rule below.',
      severity: 'error',
      from: { path: ENGINES.replace('[^/]+', '([^/]+)'), pathNot: '[.]spec[.]ts$' },
      to: {
        path: ['^src/', '^node_modules/(@nestjs|typeorm)/'],
        pathNot: ['^src/engines/$1/', '^src/shared/', '^src/platform/(duckdb|logging|sqlite|threads)/'],
      },
    },
    ...RUNS_UP,
    {
      name: 'application-knows-no-technology',
      comment: 'Use cases and ports import domain and application, src/shared, and @Injectable from Nest.',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/application/`, pathNot: '[.]spec[.]ts$' },
      to: {
        pathNot: [
          '^src/$1/(domain|application)/',
          `^src/(${CONTEXTS})/application/[^/]+[.]ts$`,
          '^src/shared/',
          TERMS,
          '^node_modules/@nestjs/common/',
        ],
      },
    },
    {
      name: 'contexts-meet-through-use-cases',
      comment: 'Of another context one sees its use cases and its module; what answers a port sees the ports too.',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/`, pathNot: '/adapters/answers/' },
      to: {
        path: `^src/(${CONTEXTS})/`,
        pathNot: ['^src/$1/', `^src/(${CONTEXTS})/application/[^/]+[.]ts$`, `^src/(${CONTEXTS})/[^/]+[.]module[.]ts$`],
      },
    },
    {
      name: 'answers-see-ports',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/adapters/answers/` },
      to: { path: `^src/(${CONTEXTS})/`, pathNot: ['^src/$1/', `^src/(${CONTEXTS})/application/`] },
    },
    {
      name: 'controllers-call-use-cases',
      comment:
        'What speaks HTTP asks use cases and its own domain, no ports and no other adapters; types of what they answer may come from anywhere. ' +
        'Definitions of parameters are judged together with the body that holds them.',
      severity: 'error',
      from: {
        path: `^src/(${CONTEXTS})/adapters/http/`,
        pathNot: '[.]spec[.]ts$',
      },
      to: {
        path: '^src/',
        dependencyTypesNot: ['type-only'],
        pathNot: [
          '^src/$1/(application/(?!ports/)|domain/|adapters/http/)',
          '^src/prompt-templates/adapters/parameters/ajv-parameter-definitions[.]ts$',
          '^src/shared/',
          TERMS,
          '^src/platform/(http|config|metrics|logging)/',
        ],
      },
    },
    {
      name: 'only-modules-import-modules',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]module[.]ts$' },
      to: { path: `^src/(${CONTEXTS})/[^/]+[.]module[.]ts$` },
    },
    {
      name: 'only-adapters-know-the-platform',
      comment: 'Of a context only its adapters and its module import the platform.',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/(domain|application)/` },
      to: { path: '^src/platform/' },
    },
    {
      name: 'shared-is-pure',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: '[.]spec[.]ts$' },
      to: { pathNot: ['^src/shared/', '^(node:)?(crypto|net|url)$'] },
    },
    {
      name: 'platform-knows-no-context',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: [`^src/(${CONTEXTS})/`, '^src/(demo|engines)/'] },
    },
    {
      name: 'boot-is-on-top',
      comment: 'What starts the service knows everything, so only the programs know it: main, the app module and the commands.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: '^src/(boot|cli)/' },
      to: { path: ['^src/(boot|cli)/', '^src/[^/]+[.]ts$'] },
    },
    {
      name: 'typeorm-stays-in-adapters',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/platform/',
          '^src/[^/]+/adapters/persistence/',
          '^src/statements/adapters/querying/postgresql/',
          '^src/engines/catalog-reader/postgresql/',
          '^src/boot/database[.]ts$',
        ],
      },
      to: { path: '^node_modules/(typeorm|pg)/' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    // `npm run check` and the test look at the same files: the second of them reads what the first has found, where no file has changed.
    cache: { folder: `.cache/imports-${fingerprint()}`, strategy: 'content' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]spec[.]ts$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      // Each ending more is asked of the disk for each import, and what is known of the disk is forgotten in between.
      extensions: ['.ts', '.js'],
      cachedInputFileSystem: { cacheDuration: 600_000 },
    },
  },
};

/** The cruiser sees changes of sources by itself; these say what it makes of them. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of ['.dependency-cruiser.cjs', 'package.json', 'package-lock.json'])
    hash.update(readFileSync(path.join(__dirname, file)));
  return hash.digest('hex').slice(0, 16);
}
