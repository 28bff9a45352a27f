import assert from 'node:assert/strict'
import {
  AsyncLocalStorageTransactionContextPropagator,
  type Client,
  type EvaluationContext,
  type EvaluationDetails,
  type Hook,
  type HookContext,
  type JsonValue,
  OpenFeature,
  type Provider,
} from '@openfeature/server-sdk'
import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import { fanionProvider } from '../../src/client/sdk/openfeature/index.ts'
import { readJson } from '../conformance/vectors.ts'
import { createSteps, type Scenario } from './gherkin.ts'
import { suiteDatafile } from './openfeature-flags.ts'
import type { WireServer } from './wire-server.ts'
import { aClient, aServer, until } from './world.ts'

type World = {
  server: WireServer | null
  provider: Provider | null
  client: Client
  flag: { type: string; key: string; fallback: JsonValue }
  context: EvaluationContext
  details: EvaluationDetails<JsonValue>
  hooks: { stage: string; details: EvaluationDetails<JsonValue> | null; context: EvaluationContext }[]
  levels: Partial<Record<string, EvaluationContext>>
  precedence: string[]
}

const newWorld = (): World => ({
  server: null,
  provider: null,
  client: OpenFeature.getClient(),
  flag: { type: 'boolean', key: 'boolean-flag', fallback: false },
  context: {},
  // Set by the step that evaluates, before any step that checks it.
  details: undefined as never,
  hooks: [],
  levels: {},
  precedence: [],
})

const valueOf = (type: string, text: string): JsonValue => {
  if (text === 'null') return null
  if (/^string$/i.test(text === '' ? 'string' : type)) return text
  return JSON.parse(text.replaceAll('\\"', '"'))
}

const recorder = (world: World, name = ''): Hook => {
  const note = (stage: string, { context }: HookContext, details: EvaluationDetails<JsonValue> | null) =>
    void world.hooks.push({ stage: name + stage, details, context: { ...context } })
  return {
    before: (hookContext) => note('before', hookContext, null),
    after: (hookContext, details) => note('after', hookContext, details),
    error: (hookContext) => note('error', hookContext, null),
    finally: (hookContext, details) => note('finally', hookContext, details),
  }
}

const evaluate = async (world: World, hooks: Hook[] = []) => {
  const { client, context } = world
  const { type, key, fallback } = world.flag
  const options = { hooks }
  if (/^boolean$/i.test(type)) world.details = await client.getBooleanDetails(key, Boolean(fallback), context, options)
  else if (/^string$/i.test(type))
    world.details = await client.getStringDetails(key, typeof fallback === 'string' ? fallback : '', context, options)
  else if (/^object$/i.test(type)) world.details = await client.getObjectDetails(key, fallback, context, options)
  else world.details = await client.getNumberDetails(key, Number(fallback), context, options)
}

const silent = () => {}
OpenFeature.setLogger({ error: silent, warn: silent, info: silent, debug: silent })

const { step, play } = createSteps<World>()

/** Runs a scenario of OpenFeature's suite against Fanion's provider. Returns the provider. */
export const playScenario = async (scenario: Scenario): Promise<Provider | null> => {
  const world = newWorld()
  await play(scenario, world)
  return world.provider
}

const start = async (world: World) => {
  const server = await aServer(suiteDatafile(readJson('openfeature/raw/test-flags.json')))
  const fanion = aClient(server, defineFlags({}))
  world.server = server
  world.provider = fanionProvider(fanion)
  return world.provider
}
const answering = (code: number) => async (world: World) => {
  const provider = await start(world)
  if (world.server !== null) {
    world.server.intercept = (_, response) => {
      response.writeHead(code).end()
      return true
    }
  }
  await assert.rejects(OpenFeature.setProviderAndWait(provider))
}
step(/^a stable provider/, async (world) => OpenFeature.setProviderAndWait(await start(world)))
step(/^a fatal provider$/, answering(401))
step(/^a error provider$/, answering(503))
step(/^a not ready provider$/, async (world) => {
  const provider = await start(world)
  if (world.server !== null) world.server.intercept = () => true
  OpenFeature.setProvider(provider)
})
step(/^a stale provider$/, async (world) => {
  await OpenFeature.setProviderAndWait(await start(world))
  await world.server?.stop()
  await until(() => world.client.providerStatus === 'STALE')
})
step(/^the provider status should be "(.*)"$/, (world, [status]) => assert.equal(world.client.providerStatus, status))

step(/^a (\w+)-flag with key "(.*)" and a fallback value "(.*)"$/i, (world, [type = '', key = '', fallback = '']) => {
  world.flag = { type, key, fallback: valueOf(type, fallback) }
})
step(
  /^a context containing a key "(.*)", with type "(.*)" and with value "(.*)"$/,
  (world, [key = '', type = '', value = '']) => {
    world.context = { ...world.context, [key]: valueOf(type, value) }
  },
)
step(/^a context containing a key "(.*)" with null value$/, (world, [key = '']) => {
  world.context = { ...world.context, [key]: null }
})
step(/^an evaluation context with modifiable data$/, (world) => {
  world.context = { email: 'ballmer@macrosoft.com', nested: { list: [1] } }
})
step(/^the flag was evaluated with details$/, (world) => evaluate(world))
step(/^the flag was evaluated with details asynchronously$/, async (world) => {
  let done = false
  const evaluation = evaluate(world).then(() => {
    done = true
  })
  assert.equal(done, false)
  await evaluation
})
step(/^the evaluation should complete without blocking$/, (world) => assert.ok(world.details))

step(/^the resolved details value should be "(.*)"$/, ({ details, flag }, [value = '']) =>
  assert.deepEqual(details.value, valueOf(flag.type, value)),
)
step(/^the (reason|error-code|variant|flag key) should be "(.*)"$/, ({ details }, [field = '', value]) => {
  const fields: Record<string, unknown> = {
    reason: details.reason,
    'error-code': details.errorCode,
    variant: details.variant,
    'flag key': details.flagKey,
  }
  assert.equal(fields[field], value)
})
step(/^the resolved metadata is empty$/, ({ details }) => assert.deepEqual(details.flagMetadata, {}))
step(/^the resolved metadata should contain$/, ({ details }, _, [, ...rows]) => {
  const wanted = rows.map(([key = '', type = '', value = '']) => [key, valueOf(type, value)])
  assert.deepEqual(details.flagMetadata, Object.fromEntries(wanted))
})
step(/^the original evaluation context should remain unmodified$/, ({ context }) =>
  assert.deepEqual(context, { email: 'ballmer@macrosoft.com', nested: { list: [1] } }),
)
step(/^the evaluation details should be immutable$/, ({ details }) =>
  assert.equal(Object.isFrozen(details.flagMetadata), true),
)

step(/^a client with added hook$/, (world) => void world.client.addHooks(recorder(world)))
step(/^the "(.*)" hook should have been executed$/, ({ hooks }, [stage]) =>
  assert.ok(hooks.some((hook) => hook.stage === stage)),
)
step(/^the "(.*)" hooks should be called with evaluation details$/, ({ hooks }, [stages = ''], [, ...rows]) => {
  for (const stage of stages.split(', ')) {
    const details = hooks.find((hook) => hook.stage === stage)?.details
    for (const [type = '', name = '', value = ''] of rows) {
      const fields: Record<string, unknown> = {
        flag_key: details?.flagKey,
        value: details?.value,
        variant: details?.variant,
        reason: details?.reason,
        error_code: details?.errorCode,
      }
      assert.deepEqual(fields[name] ?? null, valueOf(type, value))
    }
  }
})
step(/^evaluation options containing specific hooks$/, () => {})
step(/^the flag was evaluated with details using the evaluation options$/, (world) =>
  evaluate(world, [recorder(world, 'first '), recorder(world, 'second ')]),
)
step(/^the specified hooks should execute during evaluation$/, ({ hooks }) => assert.equal(hooks.length, 6))
step(/^the hook order should be maintained$/, ({ hooks }) =>
  assert.deepEqual(
    hooks.map(({ stage }) => stage),
    ['first before', 'second before', 'second after', 'first after', 'second finally', 'first finally'],
  ),
)

step(
  /^A context entry with key "(.*)" and value "(.*)" is added to the "(.*)" level$/,
  (world, [key = '', value = '', level = '']) => {
    world.levels[level] = { ...world.levels[level], [key]: value }
  },
)
step(/^A table with levels of increasing precedence$/, (world, _, table) => {
  world.precedence = table.map(([level = '']) => level)
})
step(
  /^Context entries for each level from API level down to the "(.*)" level, with key "(.*)" and value "(.*)"$/,
  (world, [last = '', key = '']) => {
    for (const level of world.precedence.slice(0, world.precedence.indexOf(last) + 1))
      world.levels[level] = { [key]: level }
  },
)
step(/^Some flag was evaluated$/, async (world) => {
  const { levels, client, flag } = world
  OpenFeature.setTransactionContextPropagator(new AsyncLocalStorageTransactionContextPropagator())
  OpenFeature.setContext(levels.API ?? {})
  client.setContext(levels.Client ?? {})
  client.addHooks({ before: () => levels['Before Hooks'] ?? {} }, recorder(world))
  await new Promise<void>((resolve, reject) => {
    const act = () => client.getBooleanDetails(flag.key, false, levels.Invocation ?? {}).then(() => resolve(), reject)
    OpenFeature.setTransactionContext(levels.Transaction ?? {}, act)
  })
  OpenFeature.setContext({})
})
step(/^The merged context contains an entry with key "(.*)" and value "(.*)"$/, ({ hooks }, [key = '', value]) =>
  assert.equal(hooks.find(({ stage }) => stage === 'finally')?.context[key], value),
)
