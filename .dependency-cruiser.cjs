/** Who may import whom; `test/architecture.spec.ts` runs it and makes sure that it looked at something. */
const CONTEXTS =
  'accounts|abac|audit|data-sources|devices|invitations|mfa|organizations|prompt-templates|query-generation|rivers|scim|sessions|sso|sso-enforcement|sso-migration';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'domain-is-pure',
      comment: 'A domain imports its own domain and src/shared, nothing else, and no package.',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/domain/`, pathNot: '[.]spec[.]ts$' },
      to: { pathNot: ['^src/$1/domain/', '^src/shared/'] },
    },
    {
      name: 'application-knows-no-technology',
      comment: 'Use cases and ports import their own domain and application, src/shared, and @Injectable from Nest.',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/application/`, pathNot: '[.]spec[.]ts$' },
      to: { pathNot: ['^src/$1/(domain|application)/', '^src/shared/', '^node_modules/@nestjs/common/'] },
    },
    {
      name: 'contexts-meet-through-use-cases',
      comment: 'An adapter may call another context’s use case; its domain, its ports and its adapters stay its own.',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/` },
      to: { path: `^src/(${CONTEXTS})/`, pathNot: ['^src/$1/', `^src/(${CONTEXTS})/application/[^/]+[.]ts$`] },
    },
    {
      name: 'only-adapters-reach-out',
      comment: 'Of a context only its adapters and its module import the platform or another context.',
      severity: 'error',
      from: { path: `^src/(${CONTEXTS})/(domain|application)/` },
      to: { path: ['^src/platform/', `^src/(${CONTEXTS})/`], pathNot: '^src/$1/' },
    },
    {
      name: 'shared-is-pure',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: '[.]spec[.]ts$' },
      to: { pathNot: ['^src/shared/', '^(node:)?(crypto|net)$'] },
    },
    {
      name: 'platform-knows-no-context',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: [`^src/(${CONTEXTS})/`, '^src/(demo|cli)/', '^src/[^/]+[.]ts$'] },
    },
    {
      name: 'typeorm-stays-in-adapters',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/platform/',
          '^src/[^/]+/adapters/persistence/',
          '^src/data-sources/adapters/(introspection|querying)/postgresql/',
          '^src/database[.]ts$',
        ],
      },
      to: { path: '^node_modules/(typeorm|pg)/' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]spec[.]ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
