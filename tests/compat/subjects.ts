import { createRequire } from 'node:module'
import { GrowthBook } from '@growthbook/growthbook'
import { init, type LDContext } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import { FlagdCore } from '@openfeature/flagd-core'
import type { Context as UnleashContext } from 'unleash-client'
import type UnleashClient from 'unleash-client/lib/client.js'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { servedName } from '../../src/shared/vendors/exporting/format-support.ts'
import { flagdDocument } from '../../src/shared/vendors/flagd/export/document.ts'
import { contextFromGrowthBook } from '../../src/shared/vendors/growthbook/export/context.ts'
import { growthBookDocument } from '../../src/shared/vendors/growthbook/export/document.ts'
import { contextFromLaunchDarkly } from '../../src/shared/vendors/launchdarkly/export/context.ts'
import { launchDarklyDocument } from '../../src/shared/vendors/launchdarkly/export/document.ts'
import { answerOf } from '../../src/shared/vendors/unleash/export/answer.ts'
import { contextFromUnleash } from '../../src/shared/vendors/unleash/export/context.ts'
import { newestSpec, unleashDocument } from '../../src/shared/vendors/unleash/export/document.ts'
import type { Attributes, Subject } from './subject.ts'

// The client's default export is nested twice, which only `require` and Node.js treat alike.
const load = createRequire(import.meta.url)
const { default: Client } = load('unleash-client/lib/client.js') as { default: typeof UnleashClient.default }
const { defaultStrategies } = load('unleash-client/lib/strategy/index.js') as { defaultStrategies: never[] }

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
const fields = new Set(['userId', 'sessionId', 'remoteAddress', 'currentTime', 'environment', 'appName'])

const unleash: Subject = {
  format: 'unleash',
  sdk: 'unleash-client',
  oracle: 'unleash',
  open: (projection) => {
    const { features } = JSON.parse(unleashDocument(projection, newestSpec, 'etag')) as { features: { name: string }[] }
    const repository = {
      getToggle: (name: string) => features.find((feature) => feature.name === name),
      getSegment: () => undefined,
    }
    const sdk = new Client(repository as never, defaultStrategies)
    sdk.on('warn', () => {})
    sdk.on('error', () => {})
    return {
      ask: (flag, attributes) => {
        const context = attributes as unknown as UnleashContext
        const enabled = sdk.isEnabled(servedName(flag), context, () => false)
        const variant = sdk.getVariant(servedName(flag), context)
        return [enabled, variant.enabled ? [variant.name, (variant.payload as Json | undefined) ?? null] : null]
      },
      close: () => {},
    }
  },
  attributesOf: ({ targetingKey, ...context }) => {
    const entries = Object.entries(context)
    return {
      ...(targetingKey === undefined ? {} : { userId: targetingKey }),
      ...Object.fromEntries(entries.filter(([name]) => fields.has(name))),
      properties: Object.fromEntries(entries.filter(([name]) => !fields.has(name))),
    }
  },
  contextOf: contextFromUnleash,
  ours: (outcome, flag) => {
    const { enabled, variant } = answerOf(outcome, flag)
    return [enabled, variant.enabled ? [variant.name, (variant.payload as Json | undefined) ?? null] : null]
  },
}

const launchDarkly: Subject = {
  format: 'launchdarkly',
  sdk: '@launchdarkly/node-server-sdk',
  oracle: 'launchdarkly',
  open: async (projection) => {
    const { flags, segments } = JSON.parse(launchDarklyDocument(projection, 1)) as {
      flags: Record<string, never>
      segments: Record<string, never>
    }
    const data = new TestData()
    for (const one of Object.values(flags)) await data.usePreconfiguredFlag(one)
    for (const one of Object.values(segments)) await data.usePreconfiguredSegment(one)
    const sdk = init('sdk-compat', { updateProcessor: data.getFactory(), sendEvents: false, logger: silent })
    await sdk.waitForInitialization({ timeout: 5 })
    return {
      ask: async (flag, attributes) => {
        const { value, reason, variationIndex } = await sdk.variationDetail(
          servedName(flag),
          attributes as unknown as LDContext,
          null,
        )
        if (reason.kind === 'ERROR' && reason.errorKind === 'USER_NOT_SPECIFIED') return undefined
        if (reason.kind === 'ERROR') return ['ERROR', (value as Json | undefined) ?? null]
        const variant = typeof variationIndex === 'number' ? Object.keys(flag.variants)[variationIndex] : undefined
        return [variant ?? null, (value as Json | undefined) ?? null, reason.inExperiment === true]
      },
      close: () => sdk.close(),
    }
  },
  attributesOf: ({ targetingKey, ...context }) =>
    typeof targetingKey === 'string' && targetingKey !== ''
      ? { ...context, kind: 'user', key: targetingKey }
      : undefined,
  contextOf: contextFromLaunchDarkly,
  ours: ({ errorCode, variant, value, inExperiment }) =>
    errorCode === null ? [variant, value ?? null, inExperiment] : ['ERROR', null],
}

const defaults = { boolean: false, string: 'code default', number: -1, object: { code: 'default' } } as const

/** Keeps variants whose names are valid keys. */
const withoutRenamed = (document: Json): void => {
  const { flags } = document as { flags: Record<string, { variants: Record<string, Json> }> }
  for (const flag of Object.values(flags))
    flag.variants = Object.fromEntries(Object.entries(flag.variants).filter(([name]) => /^[a-z]+$/.test(name)))
}

const flagd: Subject = {
  format: 'flagd',
  sdk: '@openfeature/flagd-core',
  oracle: 'flagd v2',
  alter: withoutRenamed,
  open: (projection) => {
    const core = new FlagdCore(undefined, silent)
    core.setConfigurations(flagdDocument(projection))
    return {
      ask: (flag, attributes) => {
        const asked = attributes as Parameters<typeof core.resolveBooleanEvaluation>[2]
        const name = servedName(flag)
        const answers = {
          boolean: () => core.resolveBooleanEvaluation(name, defaults.boolean, asked, silent),
          string: () => core.resolveStringEvaluation(name, defaults.string, asked, silent),
          number: () => core.resolveNumberEvaluation(name, defaults.number, asked, silent),
          object: () => core.resolveObjectEvaluation(name, defaults.object, asked, silent),
        }
        const { value, errorCode, variant } = answers[flag.type]()
        return [value as Json, errorCode ?? null, variant ?? null]
      },
      close: () => {},
    }
  },
  attributesOf: (context) => context,
  contextOf: (attributes) => attributes,
  ours: ({ value, errorCode, variant }, { type }) => [value ?? defaults[type], errorCode, variant],
}

const growthBook: Subject = {
  format: 'growthbook',
  sdk: '@growthbook/growthbook',
  oracle: 'growthbook',
  open: (projection) => {
    const sdk = new GrowthBook({}).initSync({ payload: JSON.parse(growthBookDocument(projection)) as never })
    return {
      ask: async (flag, attributes) => {
        await sdk.setAttributes(attributes)
        const { value, experimentResult } = sdk.evalFeature(servedName(flag))
        return [(value as Json | undefined) ?? null, experimentResult?.inExperiment === true]
      },
      close: () => sdk.destroy(),
    }
  },
  attributesOf: ({ targetingKey, ...context }) => ({
    ...context,
    ...(targetingKey === undefined ? {} : { id: targetingKey }),
  }),
  contextOf: contextFromGrowthBook,
  ours: ({ errorCode, value, inExperiment }) =>
    errorCode === null ? [value ?? null, inExperiment] : [errorCode, false],
}

export const subjects: readonly Subject[] = [unleash, launchDarkly, flagd, growthBook]
export type { Attributes }
