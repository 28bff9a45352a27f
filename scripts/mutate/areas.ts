/** A part of the code to mutate, and the tests that should notice. */
export type Area = {
  readonly name: string
  /** Files and folders, relative to the project. */
  readonly holds: readonly string[]
  /** Path prefixes of its tests, in addition to tests next to the file. */
  readonly tests: readonly string[]
  /** Slow tests that run only if no other test notices. */
  readonly late?: readonly string[]
}

const http = (...names: string[]) => names.map((name) => `tests/http/${name}.test.ts`)
const under = (...names: string[]) => names.map((name) => `src/server/platform/http/${name}`)

/** A file belongs to the first area that contains it. */
export const areas: readonly Area[] = [
  {
    name: 'features/changes',
    holds: ['src/server/features/changes/', 'src/server/features/schedules/'],
    tests: ['src/server/features/changes/', 'src/server/features/schedules/', ...http('approvals')],
    // changes start ramps and experiments, and wait for the release hours of an environment
    late: [
      ...http('permissions'),
      'src/server/features/ramps/ramps.db.test.ts',
      'src/server/features/experiments/',
      'src/server/features/schedules/freezes/',
      'src/server/features/publishing/',
    ],
  },
  {
    name: 'features/drafts',
    holds: ['src/server/features/drafts/'],
    tests: ['src/server/features/drafts/', 'src/server/features/changes/'],
    late: http('permissions'),
  },
  {
    name: 'features/publishing',
    holds: ['src/server/features/publishing/'],
    tests: [
      'src/server/features/publishing/',
      'src/server/features/changes/',
      'src/server/features/flags/',
      ...http('stream'),
    ],
    late: http('permissions'),
  },
  {
    name: 'features/access/keys',
    holds: ['src/server/features/access/keys/'],
    tests: ['src/server/features/access/keys/', 'src/server/platform/auth/', ...http('tokens', 'public-keys')],
    late: http('endpoints', 'permissions'),
  },
  {
    name: 'features/access/accounts',
    holds: ['src/server/features/access/accounts/', 'src/server/features/access/sessions/'],
    tests: [
      'src/server/features/access/accounts/',
      'src/server/features/access/sessions/',
      ...http('people', 'confirm', 'mail', 'sso'),
    ],
    late: http('floods', 'uniform', 'passkeys', 'permissions'),
  },
  {
    name: 'features/access/second-factor',
    holds: ['src/server/features/access/second-factor/'],
    tests: [
      'src/server/features/access/second-factor/',
      'src/server/features/access/accounts/',
      'src/server/features/access/sessions/',
      'src/server/platform/auth/',
      ...http('people', 'confirm', 'passkeys'),
    ],
    late: http('floods', 'uniform', 'permissions'),
  },
  {
    name: 'features/access/sso',
    holds: ['src/server/features/access/sso/'],
    tests: [
      'src/server/features/access/sso/',
      'src/server/features/access/accounts/',
      'src/server/platform/auth/',
      ...http('sso'),
    ],
    late: http('endpoints', 'permissions'),
  },
  {
    name: 'auth',
    holds: ['src/server/platform/auth/'],
    tests: ['src/server/platform/auth/', ...http('tokens', 'public-keys', 'sso', 'people')],
    late: [...http('endpoints', 'permissions', 'stream', 'telemetry'), 'tests/chaos/restart-away.test.ts'],
  },
  {
    name: 'http/ofrep',
    holds: ['src/server/platform/http/ofrep/'],
    tests: ['src/server/platform/http/ofrep/', ...http('ofrep', 'ofrep-conformance', 'ofrep-counts', 'public-keys')],
    late: http('endpoints', 'floods', 'fuzz'),
  },
  {
    name: 'http/readings',
    holds: ['src/server/vendors/protocols/'],
    tests: [
      'src/server/vendors/protocols/',
      'src/server/platform/live/',
      ...http('readings-growthbook', 'readings-launchdarkly', 'readings-unleash', 'readings-flagd', 'readings-limits'),
    ],
    late: http('endpoints', 'shadow', 'readings-page'),
  },
  {
    name: 'http/mcp',
    holds: under('mcp/'),
    tests: [...under('mcp/'), ...http('mcp', 'mcp-permissions')],
    late: http('mcp-hostile', 'mcp-cli', 'endpoints'),
  },
  {
    name: 'http/packages',
    holds: under('npm/', 'docs/', 'web/'),
    tests: [...under('npm/', 'docs/', 'web/'), ...http('headers', 'trpc')],
    late: [...http('endpoints', 'start'), 'tests/packages/registry.test.ts'],
  },
  {
    name: 'http/sign-in',
    holds: under('auth/', 'note-failed-sign-in.ts', 'session-cookie.ts', 'request-actor.ts', 'bearer.ts'),
    tests: [...under('auth/', 'note-failed-sign-in.test.ts', 'bearer.test.ts'), ...http('sso', 'people', 'tokens')],
    late: http('floods', 'uniform', 'passkeys', 'endpoints', 'headers'),
  },
  {
    name: 'http/operations',
    holds: under(
      ...['ops/', 'metrics.ts', 'system-status.ts', 'tracing.ts', 'log-fault.ts', 'log-requests.ts', 'request-id.ts'],
      ...['close-when-draining.ts', 'drain.ts', 'close-answered.ts', 'readiness.ts'],
    ),
    tests: [
      ...under(
        'ops/',
        'metrics',
        'log-',
        'drain',
        'close-answered',
        'leaving',
        'request-id',
        'tracing',
        'ofrep/addresses',
      ),
      ...http('operations', 'trpc', 'headers'),
    ],
    late: http('tracing', 'start', 'endpoints', 'telemetry', 'ofrep', 'one-stack', 'permissions'),
  },
  {
    name: 'http/rest',
    holds: under('rest/'),
    tests: [...under('rest/'), ...http('rest', 'api')],
    late: http('rest-client', 'endpoints', 'permissions'),
  },
  {
    name: 'http/sdk',
    holds: under(
      ...[
        'sdk/',
        'documents/',
        'document.ts',
        'open-stream.ts',
        'flatten-string.ts',
        'program-paths.ts',
        'notes.ts',
        'reports.ts',
      ],
      ...['stored-', 'relay-app.ts', 'relayed-programs.ts', 'allow-origin.ts'],
    ),
    tests: [
      ...under('sdk/', 'documents/', 'readings/'),
      ...http('datafile', 'stream', 'events', 'builds', 'telemetry', 'comparisons', 'public-keys'),
    ],
    late: http('relay', 'signed', 'endpoints', 'ofrep', 'fuzz', 'client-library'),
  },
  {
    name: 'http/trpc',
    holds: under('trpc/'),
    tests: [...under('trpc/'), ...http('trpc', 'people', 'limits', 'strange-input', 'rest')],
    late: http('permissions', 'uniform', 'floods', 'read-replica', 'approvals', 'audit', 'files'),
  },
  {
    name: 'http',
    holds: under(''),
    tests: [...under(''), ...http('trpc', 'headers', 'origin', 'limits', 'strange-input', 'public-keys')],
    late: http('operations', 'tracing', 'import', 'audit', 'stream', 'endpoints', 'floods', 'start', 'permissions'),
  },
  {
    name: 'live',
    holds: ['src/server/platform/live/'],
    tests: [
      'src/server/platform/live/',
      'src/server/platform/auth/',
      ...http('stream', 'tail', 'trpc', 'datafile', 'builds'),
    ],
    late: [...http('ofrep', 'public-keys'), 'tests/chaos/restart-away.test.ts'],
  },
  {
    name: 'engine',
    holds: ['src/shared/engine/'],
    tests: ['src/shared/engine/', 'src/shared/datafile/', 'src/shared/lint/'],
    late: ['tests/conformance/'],
  },
  {
    name: 'stats',
    holds: ['src/shared/statistics/'],
    tests: ['src/shared/statistics/'],
  },
]

/** Returns the area of a file. */
export const areaOf = (file: string): Area | undefined =>
  areas.find(({ holds }) => holds.some((start) => file.startsWith(start)))
