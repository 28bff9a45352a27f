import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { FsConfig } from './config.ts'

/** Which engine served the users. Both pass the published cases, and differ where those say nothing. */
export type Engine = 'node' | 'python'

/** An identity's own key, where a context has one; else environment and identifier make it. */
export const identityKey: AttributeRef = { firstOf: [['identityKey']], skip: 'falsy' }

/** The identifier: what a context of ours calls the targeting key. */
export const identifier: AttributeRef = { firstOf: [['targetingKey']], skip: 'falsy' }

/**
 * Where a property is read: an attribute of the context; the key that environment and identifier make; or a value that is
 * the same for everyone. Null: a path in a language of paths that goes beyond names, which is not read here.
 */
export type Property = { read: AttributeRef; ofTraits?: true } | { key: AttributeRef } | { always: Json | undefined }

/** `$.a.b`, `$.a['b']`, `$.a["b"]`: the names of a plain path; a dot at its end says nothing. Null for one that selects more. */
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

/** A path into the vendor's context. The environment is known now; the identity is the context. */
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
 * What a condition's property names: a trait; for `$.identity.traits.…` the trait of the name that follows, whatever is in
 * it; for another `$.…` what the path leads to, where that is no object, else the trait of that very name.
 */
export const propertyOf = (config: FsConfig, property: string, engine: Engine): Property | null => {
  if (!property.startsWith('$.')) return trait(property)
  if (engine === 'python') return serverPropertyOf(config, property)
  const named =
    /^\$\.identity\.traits\.(.+)$/.exec(property)?.[1] ?? /^\$\.identity\.traits\['(.+)'\]$/.exec(property)?.[1]
  if (named !== undefined) return trait(named)
  const found = pathOf(config, property)
  if (found === null) return null
  // what a path leads to is passed over where it is a list or an object, and where nothing is there
  if ('read' in found && found.ofTraits === true)
    return { read: { firstOf: [...found.read.firstOf, [property]], skip: 'nonPrimitive' } }
  if (!('always' in found)) return found
  return found.always === undefined || (typeof found.always === 'object' && found.always !== null)
    ? trait(property)
    : found
}

/** Names as they may stand after a dot, else between quotes, in the server's language of paths. */
const standardPath = /^\$(?:\.[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*|\[(?:'[^'\\\]]*'|"[^"\\\]]*")\])*$/u

/** The same on the server: a trait of that very name, else what the path leads to; what is no path is a trait. */
const serverPropertyOf = (config: FsConfig, property: string): Property | null => {
  if (!standardPath.test(property)) return /[*@?[]|\.\.|:/.test(property) ? null : trait(property)
  const found = pathOf(config, property)
  if (found === null) return null
  if ('read' in found) return { read: { firstOf: [[property], ...found.read.firstOf], skip: 'nonPrimitive' } }
  const leads =
    'always' in found && found.always !== undefined && (found.always === null || typeof found.always !== 'object')
  return 'key' in found || leads ? found : trait(property)
}

/** What a percentage is drawn by: a path alone, objects too. */
export const drawnBy = (config: FsConfig, property: string): Property | null =>
  property.startsWith('$.') ? pathOf(config, property) : { always: undefined }
