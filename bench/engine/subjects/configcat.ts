import { peer, type Subject, subject } from '../subject.ts'
import { type FlagSpec, shares, targeting, type User } from '../workload.ts'

type Snapshot = {
  getValue(key: string, fallback: unknown, user: unknown): unknown
  getAllKeys(): readonly string[]
}
type Client = {
  waitForReady(): Promise<unknown>
  snapshot(): Snapshot
  dispose(): void
}
type Module = {
  readonly getClient: (sdkKey: string, mode: unknown, options: unknown) => Client
  readonly createConsoleLogger: (level: unknown) => unknown
  readonly PollingMode: { readonly ManualPoll: unknown }
  readonly LogLevel: { readonly Off: unknown }
  readonly User: new (id: string, email: string, country: string, custom: Record<string, string | number>) => unknown
}

/** Comparators of the format: is one of (clear text), greater than (number). */
const oneOf = (attribute: string, values: readonly string[]) => ({ u: { a: attribute, c: 0, l: values } })
const greater = (attribute: string, value: number) => ({ u: { a: attribute, c: 14, d: value } })

const served = { s: { v: { b: true } } }

const rest = ({ kind, lists }: FlagSpec): object => {
  switch (kind) {
    case 'on':
      return { v: { b: true } }
    case 'conditions': {
      const c = [oneOf('plan', [targeting.plan]), oneOf('Country', targeting.countries), greater('age', targeting.age)]
      return { r: [{ c, ...served }], v: { b: false } }
    }
    case 'rollout':
      return {
        p: [
          { p: 50, v: { b: true } },
          { p: 50, v: { b: false } },
        ],
        v: { b: false },
      }
    case 'variants':
      return { p: Object.entries(shares).map(([name, p]) => ({ p, v: { s: name } })), v: { s: 'control' } }
    case 'lists':
      return { r: lists.map((ids) => ({ c: [oneOf('Identifier', ids)], ...served })), v: { b: false } }
  }
}

let clients = 0
/** Clients with the same key are shared, so each load needs its own: twice 22 characters. */
const sdkKey = (): string => {
  clients += 1
  return `${'b'.repeat(22)}/${String(clients).padStart(22, '0')}`
}

const configcat: Subject<string, unknown> = {
  name: 'configcat-node snapshot',
  package: 'configcat-node',
  async: false,
  configuration: (flags) =>
    JSON.stringify({
      p: { u: 'https://127.0.0.1', r: 0, s: 'salt' },
      f: Object.fromEntries(flags.map((flag) => [flag.key, { t: flag.kind === 'variants' ? 1 : 0, ...rest(flag) }])),
    }),
  context: ({ id, email, country, plan, age, version }: User) => {
    const { User } = peer<Module>('configcat-node')
    return new User(id, email, country, { plan, age, version })
  },
  load: async (text) => {
    const { getClient, createConsoleLogger, PollingMode, LogLevel } = peer<Module>('configcat-node')
    const client = getClient(sdkKey(), PollingMode.ManualPoll, {
      offline: true,
      logger: createConsoleLogger(LogLevel.Off),
      cache: { get: () => `${Date.now()}\nW/"bench"\n${text}`, set: () => {} },
    })
    await client.waitForReady()
    const snapshot = client.snapshot()
    const keys = snapshot.getAllKeys()
    return {
      hold: (key) => key,
      boolean: (key, user) => snapshot.getValue(key, false, user),
      string: (key, user) => snapshot.getValue(key, '', user),
      all: (user) => keys.map((key) => snapshot.getValue(key, null, user)),
      close: () => client.dispose(),
    }
  },
}

export const configcatSnapshot = subject(configcat)
