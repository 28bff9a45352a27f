import { sameJson } from '../../datafile/same-json.ts'
import type { FlagType } from '../../schemas/flag.ts'
import { type Json, Key } from '../../schemas/keys.ts'
import type { DeclaredFlag } from './schemas/build.ts'

export type FirstVariant = { readonly key: string; readonly value: Json }

const truths: readonly Json[] = [true, false]

/**
 * The initial variants of a flag that a build declares but the project lacks. The default comes last: a new flag serves
 * its last variant while it is off, so creating it changes no value. A build that accepts any value yields only its
 * default.
 */
export const firstVariantsOf = ({ type, variants, default: fallback }: DeclaredFlag): FirstVariant[] => {
  const known = variants ?? (type === 'boolean' ? truths : [])
  const values = [...known.filter((value) => !sameJson(value, fallback)), fallback]
  const taken = new Set<string>()
  // Keys are unique regardless of case.
  const take = (key: string): string | undefined => {
    if (taken.has(key.toLowerCase())) return undefined
    taken.add(key.toLowerCase())
    return key
  }
  const named = values.map((value) => {
    const key = keyFor(type, value)
    return { key: key === undefined ? undefined : take(key), value }
  })
  let at = 0
  const numbered = (): string => take(`variant-${++at}`) ?? numbered()
  return named.map(({ key, value }) => ({ key: key ?? numbered(), value }))
}

/** A variant key derived from its value. Undefined if the value makes no valid key. */
const keyFor = (type: FlagType, value: Json): string | undefined => {
  if (type === 'boolean') return value === true ? 'on' : 'off'
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return Key.safeParse(text).success ? text : undefined
}
