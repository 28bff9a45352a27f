import type { Json } from '../../../schemas/keys.ts'
import { chance, near, oneOf, type Random } from '../../importing/sample.ts'
import { defaultKind } from './attribute.ts'
import { stepsOf } from './attribute-steps.ts'
import type { LdClause, LdConfig, LdSegmentTarget } from './config.ts'

/** Keys and attribute values of one context kind that occur in a document. */
type Words = { keys: string[]; attributes: Map<string, { steps: string[]; values: Json[] }> }

const vocabularyOf = (config: LdConfig): Map<string, Words> => {
  const vocabulary = new Map<string, Words>()
  const wordsOf = (kind: string | null | undefined): Words => {
    const words: Words = vocabulary.get(kind || defaultKind) ?? { keys: [], attributes: new Map() }
    vocabulary.set(kind || defaultKind, words)
    return words
  }
  const note = (reference: string | null | undefined, kind: string | null | undefined, values: readonly Json[]) => {
    const steps = stepsOf(reference ?? '', !kind)
    if (steps === null || steps[0] === 'kind') return
    const { keys, attributes } = wordsOf(kind)
    if (steps[0] === 'key') for (const value of values) if (typeof value === 'string') keys.push(value)
    const name = JSON.stringify(steps)
    const known = attributes.get(name) ?? { steps, values: [] }
    attributes.set(name, known)
    for (const value of values) known.values.push(value)
  }
  const noteTargets = (all: readonly LdSegmentTarget[]) => {
    for (const { contextKind, values } of all) {
      const { keys } = wordsOf(contextKind)
      // Added one by one: a list may have more elements than a call accepts arguments.
      for (const value of values ?? []) keys.push(value)
    }
  }
  const noteClauses = (all: readonly LdClause[] | null | undefined) => {
    for (const { attribute, contextKind, values } of all ?? []) note(attribute, contextKind, values ?? [])
  }
  wordsOf(defaultKind)
  for (const { targets, contextTargets, rules, fallthrough } of Object.values(config.flags)) {
    noteTargets([...(targets ?? []), ...(contextTargets ?? [])])
    for (const { clauses } of rules ?? []) noteClauses(clauses)
    for (const { rollout } of [...(rules ?? []), fallthrough ?? {}]) {
      if (rollout) note(rollout.bucketBy || 'key', rollout.contextKind, [7, 'seven'])
    }
  }
  for (const segment of Object.values(config.segments ?? {})) {
    noteTargets([...(segment.includedContexts ?? []), ...(segment.excludedContexts ?? [])])
    noteTargets([{ values: [...(segment.included ?? []), ...(segment.excluded ?? [])] }])
    for (const { clauses, bucketBy, rolloutContextKind } of segment.rules ?? []) {
      noteClauses(clauses)
      note(bucketBy || 'key', rolloutContextKind, [7, 'seven'])
    }
  }
  return vocabulary
}

const place = (into: Record<string, Json>, steps: readonly string[], value: Json): void => {
  const [name = '', ...rest] = steps
  if (rest.length === 0) {
    into[name] = value
    return
  }
  const known = into[name]
  const inner = typeof known === 'object' && known !== null && !Array.isArray(known) ? known : {}
  into[name] = inner
  place(inner, rest, value)
}

/** Generates random contexts of one or several kinds, with keys and values close to those in the document. */
export function* contextsOf(config: LdConfig, count: number, random: Random): Generator<Record<string, Json>> {
  const vocabulary = vocabularyOf(config)
  const kinds = [...vocabulary.keys()]
  const member = (kind: string): Record<string, Json> => {
    const { keys = [], attributes } = vocabulary.get(kind) ?? {}
    const context: Record<string, Json> = {}
    for (const { steps, values } of attributes?.values() ?? []) {
      // LaunchDarkly rejects contexts whose `anonymous` is not a boolean.
      const value = steps[0] === 'anonymous' ? chance(random, 0.5) : oneOf(random, values)
      if (steps[0] !== 'key' && value !== undefined && chance(random, 0.8)) place(context, steps, near(random, value))
    }
    const key = chance(random, 0.4) ? oneOf(random, keys) : undefined
    return { ...context, key: key || `unit-${Math.floor(random() * 1e9)}` }
  }
  for (let i = 0; i < count; i += 1) {
    const some = kinds.filter(() => chance(random, 0.6))
    const [only] = some
    if (some.length > 1) yield { kind: 'multi', ...Object.fromEntries(some.map((kind) => [kind, member(kind)])) }
    else yield { ...member(only ?? defaultKind), kind: only ?? defaultKind }
  }
}
