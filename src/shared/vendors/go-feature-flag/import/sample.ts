import type { Json } from '../../../schemas/keys.ts'
import { chance, near, oneOf, type Random } from '../../importing/sample.ts'
import type { GoffConfig } from './config.ts'
import { parseQuery, type Query, trimmed, Unparsed } from './query.ts'

type Words = Map<string, { path: readonly string[]; values: Json[] }>

const note = (query: Query, words: Words): void => {
  if (query.kind === 'not') note(query.query, words)
  else if (query.kind === 'and' || query.kind === 'or') {
    note(query.left, words)
    note(query.right, words)
  } else if ('path' in query) {
    const name = query.path.join('.')
    const known = words.get(name) ?? { path: query.path, values: [] }
    words.set(name, known)
    if (query.kind === 'present' || query.value.kind === 'null') known.values.push('x')
    else if ('values' in query.value) for (const value of query.value.values) known.values.push(value)
    else known.values.push(query.value.value)
  }
}

const wordsOf = (config: GoffConfig): Words => {
  const words: Words = new Map()
  for (const { targeting, bucketingKey } of Object.values(config)) {
    if (bucketingKey != null && bucketingKey !== '')
      words.set(bucketingKey, { path: bucketingKey.split('.'), values: ['a'] })
    for (const { query } of targeting ?? []) {
      try {
        note(parseQuery(trimmed(query ?? '')), words)
      } catch (error) {
        if (!(error instanceof Unparsed)) throw error
      }
    }
  }
  return words
}

/** Generates random contexts with the attributes of the file, and values close to those it compares with. */
export function* contextsOf(config: GoffConfig, count: number, random: Random): Generator<Record<string, Json>> {
  const words = wordsOf(config)
  const keys = ['key', 'targetingKey'].flatMap((name) => words.get(name)?.values ?? [])
  for (let i = 0; i < count; i += 1) {
    const context: Record<string, Json> = {}
    for (const { path, values } of words.values()) {
      const [first = '', second] = path
      if (chance(random, 0.2) || first === 'key' || first === 'targetingKey') continue
      const value = near(random, oneOf(random, values) ?? `unit-${Math.floor(random() * 1e9)}`)
      context[first] = second === undefined ? value : { [second]: value }
    }
    const known = chance(random, 0.3) ? oneOf(random, keys) : undefined
    const key = typeof known === 'string' ? known : `unit-${Math.floor(random() * 1e9)}`
    if (!chance(random, 0.05)) context['targetingKey'] = key
    yield context
  }
}
