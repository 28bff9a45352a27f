import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { FsConfig } from './config.ts'

/** The engine that served users. Both pass Flagsmith's published test cases, but differ where these define nothing. */
export type Engine = 'node' | 'python'

/** An identity's own key, if the context has one. Otherwise the key is made of environment and identifier. */
export const identityKey: AttributeRef = { firstOf: [['identityKey']], skip: 'falsy' }

/** The identity's identifier, which is the targeting key in Fanion contexts. */
export const identifier: AttributeRef = { firstOf: [['targetingKey']], skip: 'falsy' }

/**
 * Where a property is read from: an attribute, the key made of environment and identifier, or a constant. Null: a
 * JSONPath with more than names, which is not supported.
 */
export type Property = { read: AttributeRef; ofTraits?: true } | { key: AttributeRef } | { always: Json | undefined }

/**
 * The names in a plain path: `$.a.b`, `$.a['b']`, `$.a["b"]`. A trailing dot is ignored. Null if the path selects more.
 */
const stepsOf = (path: string): string[] | null => {
  const steps: string[] = []
  let rest = path.slice(1).replace(/\.$/, '')
  while (rest !== '') {
    const step = /^\.([^.[\]'"*@()?~^`$,:]+)|^\[(?:'([^'\]]*)'|"([^"\]]*)")\]/.exec(rest)
    if (step === null) return null
    steps.push(step[1] ?? step[2] ?? step[3] ?? '')
    rest = rest.slice(step[0].length)
  }
  return steps
}

const memberOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Record<string, unknown>)[name]
    : undefined

const trait = (name: string): Property => ({ read: { firstOf: [[name]], skip: 'never' } })

/** Resolves a path in Flagsmith's context. The environment is known at import; the identity is the Fanion context. */
const pathOf = (config: FsConfig, path: string): Property | null => {
  const steps = stepsOf(path)
  if (steps === null) return null
  const [branch, ...rest] = steps
  if (branch !== 'identity') {
    const { environment, features, segments } = config
    const found = steps.reduce<unknown>(memberOf, { environment, features, segments: segments ?? {} })
    return { always: found as Json | undefined }
  }
  const [name, ...deeper] = rest
  if (name === 'identifier' && deeper.length === 0) return { read: { ...identifier, skip: 'never' } }
  if (name === 'key' && deeper.length === 0) return { key: identityKey }
  if (name === 'traits' && deeper.length > 0) return { read: { firstOf: [deeper], skip: 'never' }, ofTraits: true }
  return rest.length === 0 || (name === 'traits' && deeper.length === 0) ? { always: {} } : { always: undefined }
}

/**
 * Resolves the property of a condition as the SDKs do. A plain name is a trait. `$.identity.traits.…` is the trait with
 * the name that follows, whatever characters it contains. Any other `$.…` is a path, or, if it leads to no primitive
 * value, a trait with that exact name.
 */
export const propertyOf = (config: FsConfig, property: string, engine: Engine): Property | null => {
  if (!property.startsWith('$.')) return trait(property)
  if (engine === 'python') return serverPropertyOf(config, property)
  const named =
    /^\$\.identity\.traits\.(.+)$/.exec(property)?.[1] ?? /^\$\.identity\.traits\['(.+)'\]$/.exec(property)?.[1]
  if (named !== undefined) return trait(named)
  const found = pathOf(config, property)
  if (found === null) return null
  // The path's value is skipped if it is missing, a list or an object.
  if ('read' in found && found.ofTraits === true)
    return { read: { firstOf: [...found.read.firstOf, [property]], skip: 'nonPrimitive' } }
  if (!('always' in found)) return found
  return found.always === undefined || (typeof found.always === 'object' && found.always !== null)
    ? trait(property)
    : found
}

/** Names that the server's JSONPath implementation allows after a dot, or in quotes. */
const standardPath = /^\$(?:\.[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*|\[(?:'[^'\\\]]*'|"[^"\\\]]*")\])*$/u

/**
 * Resolves a property as the server does: first a trait with that exact name, then the path. Text that is not a path is
 * a trait.
 */
const serverPropertyOf = (config: FsConfig, property: string): Property | null => {
  if (!standardPath.test(property)) return /[*@?[]|\.\.|:/.test(property) ? null : trait(property)
  const found = pathOf(config, property)
  if (found === null) return null
  if ('read' in found) return { read: { firstOf: [[property], ...found.read.firstOf], skip: 'nonPrimitive' } }
  const leads =
    'always' in found && found.always !== undefined && (found.always === null || typeof found.always !== 'object')
  return 'key' in found || leads ? found : trait(property)
}

/** The property that a percentage is computed from. Only paths are supported, and their value may be an object. */
export const drawnBy = (config: FsConfig, property: string): Property | null =>
  property.startsWith('$.') ? pathOf(config, property) : { always: undefined }
