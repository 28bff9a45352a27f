import type { Json } from '../../../schemas/keys.ts'
import { chance, near, oneOf, type Random } from '../../importing/sample.ts'
import type { UnleashConfig, UnleashConstraint } from './config.ts'

/** Top-level context fields; everything else is in `properties`. */
const fields = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName', 'currentTime'])

/** The values that a document compares each context field with. */
const vocabularyOf = (config: UnleashConfig): Map<string, Json[]> => {
  const words = new Map<string, Json[]>(['userId', 'sessionId', 'remoteAddress'].map((name) => [name, []]))
  const note = (name: string, values: readonly Json[]) => {
    const known = words.get(name) ?? []
    words.set(name, known)
    // Added one by one: a list may have more elements than a call accepts arguments.
    for (const value of values) known.push(value)
  }
  const noteConstraints = (all: readonly UnleashConstraint[] | null | undefined) => {
    for (const { operator, contextName, values, value } of all ?? []) {
      note(operator.startsWith('DATE_') ? 'currentTime' : contextName, [
        ...(values ?? []),
        ...(value == null ? [] : [value]),
      ])
    }
  }
  const listed = (value: unknown) => (typeof value === 'string' ? value.split(',').map((one) => one.trim()) : [])
  for (const feature of config.features) {
    const strategies = feature.strategies ?? []
    for (const { parameters, constraints } of strategies) {
      noteConstraints(constraints)
      note('userId', listed(parameters?.['userIds']))
      note('remoteAddress', listed(parameters?.['IPs']))
      const stickiness = parameters?.['stickiness']
      if (typeof stickiness === 'string' && stickiness !== 'default') note(stickiness, ['unit'])
    }
    for (const { overrides, stickiness } of [feature, ...strategies].flatMap(({ variants }) => variants ?? [])) {
      for (const { contextName, values } of overrides ?? []) note(contextName, values)
      if (stickiness && stickiness !== 'default') note(stickiness, ['unit'])
    }
  }
  for (const { constraints } of config.segments ?? []) noteConstraints(constraints)
  return words
}

/** Generates random contexts with the fields of the document, and values close to those it compares with. */
export function* contextsOf(config: UnleashConfig, count: number, random: Random): Generator<Record<string, Json>> {
  const vocabulary = vocabularyOf(config)
  for (let i = 0; i < count; i += 1) {
    const context: Record<string, Json> = {}
    const properties: Record<string, Json> = {}
    for (const [name, values] of vocabulary) {
      if (chance(random, 0.2)) continue
      const seen = chance(random, 0.6) ? oneOf(random, values) : undefined
      const value = seen === undefined ? `unit-${Math.floor(random() * 1e9)}` : near(random, seen)
      const into = fields.has(name) && chance(random, 0.9) ? context : properties
      into[name] = name === 'currentTime' && seen !== undefined ? seen : value
    }
    yield { ...context, properties }
  }
}
