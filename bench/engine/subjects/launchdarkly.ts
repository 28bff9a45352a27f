import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peer, type Subject, subject } from '../subject.ts'
import { type FlagSpec, shares, targeting, type User, variantNames } from '../workload.ts'

type Context = { readonly kind: 'user'; readonly key: string; readonly [attribute: string]: unknown }
type Client = {
  waitForInitialization(options: { timeout: number }): Promise<unknown>
  boolVariation(key: string, context: Context, fallback: boolean): Promise<boolean>
  stringVariation(key: string, context: Context, fallback: string): Promise<string>
  allFlagsState(context: Context): Promise<unknown>
  close(): void
}
type Module = { readonly init: (key: string, options: unknown) => Client }
type Integrations = { readonly FileDataSourceFactory: new (options: { paths: string[] }) => { getFactory(): unknown } }

const clause = (attribute: string, op: string, values: readonly unknown[]) => ({
  contextKind: 'user',
  attribute,
  op,
  values,
  negate: false,
})

const rollout = (percents: readonly number[]) => ({
  rollout: {
    contextKind: 'user',
    bucketBy: 'key',
    variations: percents.map((percent, variation) => ({ variation, weight: percent * 1_000 })),
  },
})

/** Variation indexes: true, false. */
const targetingOf = ({ kind, lists }: FlagSpec): { rules?: unknown[]; fallthrough: unknown } => {
  switch (kind) {
    case 'on':
      return { fallthrough: { variation: 0 } }
    case 'conditions': {
      const clauses = [
        clause('plan', 'in', [targeting.plan]),
        clause('country', 'in', targeting.countries),
        clause('age', 'greaterThan', [targeting.age]),
      ]
      return { rules: [{ id: 'r0', clauses, variation: 0 }], fallthrough: { variation: 1 } }
    }
    case 'rollout':
      return { fallthrough: rollout([50, 50]) }
    case 'variants':
      return { fallthrough: rollout(Object.values(shares)) }
    case 'lists':
      return {
        rules: lists.map((ids, at) => ({ id: `r${at}`, clauses: [clause('key', 'in', ids)], variation: 0 })),
        fallthrough: { variation: 1 },
      }
  }
}

const flag = (spec: FlagSpec) => ({
  key: spec.key,
  version: 1,
  on: true,
  variations: spec.kind === 'variants' ? variantNames : [true, false],
  offVariation: spec.kind === 'variants' ? 0 : 1,
  salt: spec.key,
  targets: [],
  prerequisites: [],
  rules: [],
  ...targetingOf(spec),
  trackEvents: false,
})

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

const launchdarkly: Subject<string, Context> = {
  name: '@launchdarkly/node-server-sdk',
  package: '@launchdarkly/node-server-sdk',
  async: true,
  configuration: (flags) => JSON.stringify({ flags: Object.fromEntries(flags.map((spec) => [spec.key, flag(spec)])) }),
  context: ({ id, ...attributes }: User) => ({ kind: 'user', key: id, ...attributes }),
  load: async (text) => {
    const { init } = peer<Module>('@launchdarkly/node-server-sdk')
    const { FileDataSourceFactory } = peer<Integrations>('@launchdarkly/node-server-sdk/integrations')
    const folder = mkdtempSync(join(tmpdir(), 'bench-'))
    const path = join(folder, 'flags.json')
    writeFileSync(path, text)
    const client = init('sdk-key', {
      updateProcessor: new FileDataSourceFactory({ paths: [path] }).getFactory(),
      sendEvents: false,
      diagnosticOptOut: true,
      logger: silent,
    })
    await client.waitForInitialization({ timeout: 30 })
    rmSync(folder, { recursive: true })
    return {
      hold: (key) => key,
      boolean: (key, context) => client.boolVariation(key, context, false),
      string: (key, context) => client.stringVariation(key, context, ''),
      all: (context) => client.allFlagsState(context),
      close: () => client.close(),
    }
  },
}

export const launchdarklyServer = subject(launchdarkly)
