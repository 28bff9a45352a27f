import type { AttributeRef } from '../../schemas/wide-attribute.ts'
import type { FsConfig } from './config.ts'

/** An identity's own key, where a context has one; else environment and identifier make it. */
export const identityKey: AttributeRef = { firstOf: [['identityKey']], skip: 'falsy' }

/** The identifier: what a context of ours calls the targeting key. */
export const identifier: AttributeRef = { firstOf: [['targetingKey']], skip: 'falsy' }

/**
 * A trait, or for `$.…` a path into the vendor's context where there is no trait of that name. The environment is known
 * now, the identity is the context. Objects count as missing.
 */
export const propertyOf = ({ environment }: FsConfig, property: string): AttributeRef => {
  const trait = [property]
  const [root, branch, ...rest] = property.split('.')
  const read = (path: string[] | null): AttributeRef => ({
    firstOf: path === null ? [trait] : [trait, path],
    skip: 'nonPrimitive',
  })
  if (root !== '$') return read(null)
  const name = rest.join('.')
  if (branch === 'environment' && (name === 'name' || name === 'key')) {
    return { ...read(null), otherwise: environment[name] }
  }
  if (branch !== 'identity') return read(null)
  if (name === 'identifier') return read(['targetingKey'])
  if (name === 'key') return read(['identityKey'])
  return read(rest[0] === 'traits' && rest.length > 1 ? rest.slice(1) : null)
}
