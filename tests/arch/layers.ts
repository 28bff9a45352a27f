/** A part of the tree and what it may import. */
export type Layer = {
  readonly name: string
  /** Files and folders from the project's root. `*` stands for one folder, and every such folder is a part of its own. */
  readonly holds: readonly string[]
  /** The layers it stands on; it may import these and all that these stand on. */
  readonly on: readonly string[]
  /** Layers of which it may import types, and nothing that is there at run time. */
  readonly types?: readonly string[]
}

/** The nouns in order: each may import those before it. Why revisions come before flags: docs/adr/0002. */
export const nouns = [
  'accounts',
  'second-factor',
  'sso',
  'sessions',
  'projects',
  'members',
  'keys',
  'devices',
  'revisions',
  'flags',
  'presence',
  'segments',
  'attributes',
  'views',
  'schedules',
  'drafts',
  'changes',
  'environments',
  'audit',
  'telemetry',
  'insights',
  'imports',
  'webhooks',
  'packages',
] as const
export type Noun = (typeof nouns)[number]

/** Who writes each table; nobody else does. The kernel writes the audit trail in everybody's name. */
export const writers: Readonly<Record<string, readonly (Noun | 'kernel')[]>> = {
  person: ['accounts'],
  session: ['accounts'],
  project: ['projects'],
  // a publish moves the head number, which is also the lock it queues at
  environment: ['projects', 'revisions', 'environments'],
  // the first admin comes with the project
  membership: ['projects', 'members'],
  invitation: ['members'],
  passwordReset: ['sessions'],
  attempt: ['accounts'],
  oneTimeCode: ['second-factor'],
  recoveryCode: ['second-factor'],
  passkey: ['second-factor'],
  challenge: ['second-factor'],
  identityProvider: ['sso'],
  identity: ['sso'],
  apiToken: ['keys'],
  tokenHolder: ['keys'],
  deviceRequest: ['devices'],
  webhook: ['webhooks'],
  delivery: ['webhooks'],
  sdkKey: ['keys'],
  flag: ['flags'],
  segment: ['segments'],
  attribute: ['attributes'],
  savedView: ['views'],
  packageRelease: ['packages'],
  importSource: ['imports'],
  importRun: ['imports'],
  importItem: ['imports'],
  importSubject: ['imports'],
  importWritten: ['imports'],
  revision: ['revisions'],
  entry: ['revisions'],
  head: ['revisions'],
  reference: ['revisions'],
  event: ['kernel'],
  // links are written by the database itself
  auditChain: ['audit'],
  formerEnvironment: ['environments'],
  installation: ['kernel'],
  change: ['changes'],
  changeAuthor: ['changes'],
  changeEntry: ['changes'],
  review: ['changes'],
  schedule: ['schedules'],
  // a flag that is deleted takes the drafts, counts and exposures about it with it
  draft: ['drafts', 'flags'],
  evaluationCount: ['telemetry', 'flags'],
  evaluationDay: ['telemetry', 'flags'],
  evaluationHour: ['telemetry'],
  evaluationSeen: ['telemetry', 'flags'],
  rollUp: ['telemetry'],
  exposure: ['telemetry', 'flags'],
  // an attribute that becomes personal data takes the samples with it
  sampleContext: ['telemetry', 'attributes'],
}

const domain = (noun: Noun): Layer => ({
  name: `domain/${noun}`,
  holds: [`src/server/domain/${noun}/`],
  on: [
    'kernel',
    'outbound',
    'datafile',
    'text',
    'flag-filter',
    ...(noun === 'imports' ? ['apart'] : []),
    ...nouns.slice(0, nouns.indexOf(noun)).map((earlier) => `domain/${earlier}`),
  ],
})

/** Who may import whom: docs/architecture.md, section 4, as data. A file belongs to the longest name that holds it. */
export const layers: readonly Layer[] = [
  {
    name: 'constants',
    holds: ['src/shared/limits.ts', 'src/shared/operators.ts', 'src/shared/permissions.ts', 'src/shared/version.ts'],
    on: [],
  },
  { name: 'schemas', holds: ['src/shared/schemas/'], on: ['constants'] },
  { name: 'errors', holds: ['src/shared/errors/'], on: ['schemas'] },
  { name: 'engine', holds: ['src/shared/engine/'], on: ['constants'], types: ['schemas'] },
  { name: 'datafile', holds: ['src/shared/datafile/'], on: ['engine', 'errors'] },
  { name: 'text', holds: ['src/shared/text/'], on: ['datafile'] },
  { name: 'analysis', holds: ['src/shared/analysis/'], on: ['datafile', 'text'] },
  { name: 'flag-filter', holds: ['src/shared/flag-filter/'], on: ['schemas'] },
  { name: 'lint', holds: ['src/shared/lint/'], on: ['analysis'] },
  { name: 'compat', holds: ['src/shared/compat/'], on: ['datafile'] },
  { name: 'importers', holds: ['src/shared/importers/'], on: ['datafile'] },
  { name: 'codegen', holds: ['src/shared/codegen/'], on: ['datafile'] },
  { name: 'shared', holds: [], on: ['text', 'analysis', 'flag-filter', 'lint', 'compat', 'importers', 'codegen'] },

  { name: 'config', holds: ['src/server/config.ts', 'src/server/start-error.ts'], on: [] },
  { name: 'migrations', holds: ['migrations/'], on: [] },
  { name: 'db', holds: ['src/server/db/'], on: ['config', 'migrations'], types: ['schemas'] },
  { name: 'proofs', holds: ['src/server/proofs/'], on: ['datafile'] },
  { name: 'apart', holds: ['src/server/apart/'], on: ['importers'] },
  { name: 'kernel', holds: ['src/server/kernel/'], on: ['db', 'errors', 'proofs'] },
  { name: 'outbound', holds: ['src/server/outbound/'], on: [] },
  ...nouns.map(domain),
  { name: 'domain', holds: [], on: ['shared', ...nouns.map((noun) => `domain/${noun}`)] },
  { name: 'mail', holds: ['src/server/mail/'], on: ['kernel'] },
  { name: 'kept', holds: ['src/server/kept/'], on: ['kernel', 'datafile'] },
  { name: 'auth', holds: ['src/server/auth/'], on: ['domain', 'kept'] },
  { name: 'live', holds: ['src/server/live/'], on: ['domain/revisions', 'kept', 'compat'] },
  { name: 'workers', holds: ['src/server/workers/'], on: ['domain', 'live', 'config'] },
  { name: 'http', holds: ['src/server/http/'], on: ['auth', 'live', 'config'] },
  { name: 'http/sdk', holds: ['src/server/http/sdk/'], on: ['http'] },
  { name: 'http/ofrep', holds: ['src/server/http/ofrep/'], on: ['http/sdk'] },
  { name: 'http/readings', holds: ['src/server/http/readings/'], on: ['http/ofrep'] },
  { name: 'http/trpc', holds: ['src/server/http/trpc/'], on: ['http'] },
  { name: 'http/auth', holds: ['src/server/http/auth/'], on: ['http'] },
  { name: 'http/audit', holds: ['src/server/http/audit/'], on: ['http'] },
  { name: 'http/import', holds: ['src/server/http/import/'], on: ['http'] },
  { name: 'http/ops', holds: ['src/server/http/ops/'], on: ['http'] },
  { name: 'http/npm', holds: ['src/server/http/npm/'], on: ['http'] },
  { name: 'http/web', holds: ['src/server/http/web/'], on: ['http'] },
  {
    name: 'http/app',
    holds: ['src/server/http/app.ts'],
    on: [
      'http/sdk',
      'http/ofrep',
      'http/readings',
      'http/trpc',
      'http/auth',
      'http/audit',
      'http/import',
      'http/ops',
      'http/npm',
      'http/web',
    ],
  },
  { name: 'grpc', holds: ['src/server/grpc/'], on: ['http/readings'] },
  { name: 'server', holds: ['src/server/server.ts', 'src/server/log.ts'], on: ['http/app', 'grpc', 'workers', 'mail'] },
  { name: 'demo', holds: ['src/server/demo/'], on: ['server'] },
  { name: 'main', holds: ['src/server/main.ts', 'src/server/audit-commands.ts'], on: ['server', 'demo'] },

  { name: 'sdk/core', holds: ['src/client/sdk/core/'], on: ['engine', 'datafile', 'lint'] },
  {
    name: 'sdk',
    holds: ['src/client/sdk/*/', 'src/client/sdk/index.ts'],
    on: ['sdk/core'],
  },
  { name: 'api', holds: ['src/client/api/'], on: ['shared'], types: ['http/trpc'] },
  {
    name: 'app/base',
    holds: ['src/client/app/trpc.ts', 'src/client/app/identity-check.ts', 'src/client/app/theme.ts'],
    on: ['api'],
  },
  { name: 'app/components', holds: ['src/client/app/components/'], on: ['app/base'] },
  { name: 'app/features', holds: ['src/client/app/features/'], on: ['app/components'] },
  { name: 'app/shell', holds: ['src/client/app/shell/'], on: ['app/features'] },
  { name: 'app/screens', holds: ['src/client/app/screens/*/'], on: ['app/features'] },
  { name: 'app', holds: ['src/client/app/'], on: ['app/shell', 'app/screens'] },
  { name: 'cli', holds: ['src/client/cli/'], on: ['api', 'sdk/core'] },
]
