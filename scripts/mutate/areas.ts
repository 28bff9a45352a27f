/** A part of the code that is mutated, and the tests that are asked whether they notice. */
export type Area = {
  readonly name: string
  /** Files and folders, from the project's root. */
  readonly holds: readonly string[]
  /** How the paths of its tests begin, besides those beside the file itself. */
  readonly tests: readonly string[]
  /** Tests that take long and are asked where no other notices. */
  readonly late?: readonly string[]
}

const http = (...names: string[]) => names.map((name) => `tests/http/${name}.test.ts`)

/** In this order a file belongs to the first that holds it. */
export const areas: readonly Area[] = [
  {
    name: 'domain/changes',
    holds: ['src/server/domain/changes/', 'src/server/domain/schedules/'],
    tests: ['src/server/domain/changes/', 'src/server/domain/schedules/', ...http('approvals')],
    // changes start ramps and experiments, and wait for the hours of a place
    late: [
      ...http('permissions'),
      'src/server/domain/ramps/ramps.db.test.ts',
      'src/server/domain/experiments/',
      'src/server/domain/freezes/',
      'src/server/domain/revisions/',
    ],
  },
  {
    name: 'domain/drafts',
    holds: ['src/server/domain/drafts/'],
    tests: ['src/server/domain/drafts/', 'src/server/domain/changes/'],
    late: http('permissions'),
  },
  {
    name: 'domain/revisions',
    holds: ['src/server/domain/revisions/'],
    tests: [
      'src/server/domain/revisions/',
      'src/server/domain/changes/',
      'src/server/domain/flags/',
      ...http('stream'),
    ],
    late: http('permissions'),
  },
  {
    name: 'domain/keys',
    holds: ['src/server/domain/keys/'],
    tests: ['src/server/domain/keys/', 'src/server/auth/', ...http('tokens', 'public-keys')],
    late: http('endpoints', 'permissions'),
  },
  {
    name: 'domain/accounts',
    holds: ['src/server/domain/accounts/', 'src/server/domain/sessions/'],
    tests: ['src/server/domain/accounts/', 'src/server/domain/sessions/', ...http('people', 'confirm', 'mail', 'sso')],
    late: http('floods', 'uniform', 'passkeys', 'permissions'),
  },
  {
    name: 'domain/second-factor',
    holds: ['src/server/domain/second-factor/'],
    tests: [
      'src/server/domain/second-factor/',
      'src/server/domain/accounts/',
      'src/server/domain/sessions/',
      'src/server/auth/',
      ...http('people', 'confirm', 'passkeys'),
    ],
    late: http('floods', 'uniform', 'permissions'),
  },
  {
    name: 'domain/sso',
    holds: ['src/server/domain/sso/'],
    tests: ['src/server/domain/sso/', 'src/server/domain/accounts/', 'src/server/auth/', ...http('sso')],
    late: http('endpoints', 'permissions'),
  },
  {
    name: 'auth',
    holds: ['src/server/auth/'],
    tests: ['src/server/auth/', ...http('tokens', 'public-keys', 'sso', 'people')],
    late: [...http('endpoints', 'permissions', 'stream', 'telemetry'), 'tests/chaos/restart-away.test.ts'],
  },
  {
    name: 'http/ofrep',
    holds: ['src/server/http/ofrep/'],
    tests: ['src/server/http/ofrep/', ...http('ofrep', 'ofrep-conformance', 'ofrep-counts', 'public-keys')],
    late: http('endpoints', 'floods', 'fuzz'),
  },
  {
    name: 'http/readings',
    holds: ['src/server/http/readings/'],
    tests: [
      'src/server/http/readings/',
      'src/server/live/',
      ...http('readings-growthbook', 'readings-launchdarkly', 'readings-unleash', 'readings-flagd', 'readings-limits'),
    ],
    late: http('endpoints', 'shadow', 'readings-page'),
  },
  {
    name: 'http',
    holds: ['src/server/http/'],
    tests: [
      'src/server/http/',
      ...http('trpc', 'headers', 'origin', 'limits', 'strange-input', 'operations', 'datafile', 'public-keys', 'tail'),
      ...http('rest', 'api', 'mcp', 'events', 'builds'),
    ],
    late: [
      ...http(
        'tracing',
        'mcp-hostile',
        'mcp-permissions',
        'stream',
        'telemetry',
        'endpoints',
        'floods',
        'audit',
        'people',
        'sso',
        'start',
        'permissions',
      ),
      'tests/packages/registry.test.ts',
    ],
  },
  {
    name: 'live',
    holds: ['src/server/live/'],
    tests: ['src/server/live/', 'src/server/auth/', ...http('stream', 'tail', 'trpc', 'datafile', 'builds')],
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
    holds: ['src/shared/stats/'],
    tests: ['src/shared/stats/'],
  },
]

/** The area a file belongs to. */
export const areaOf = (file: string): Area | undefined =>
  areas.find(({ holds }) => holds.some((start) => file.startsWith(start)))
