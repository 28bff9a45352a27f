import { namesOf } from '../../engine/attribute.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Imported } from './imported.ts'
import { chance, near, oneOf, type Random } from './sample.ts'

/** Attributes that documents read, by path, with the values they are compared with. */
type Words = Map<string, { path: readonly string[]; values: Json[]; isList?: boolean }>

/** Operations of expressions that iterate over a list. */
const overLists = new Set(['all', 'some', 'none', 'map', 'filter', 'reduce'])

const isFields = (node: unknown): node is Readonly<Record<string, unknown>> =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

/** Maximum number of values collected per attribute. */
const mostValues = 1_000

const note = (words: Words, path: readonly string[], values: readonly Json[]): void => {
  if (path.length === 0 || path.some((name) => name in Object.prototype)) return
  const key = JSON.stringify(path)
  const known = words.get(key) ?? { path, values: [] }
  words.set(key, known)
  for (const value of values) if (known.values.length < mostValues) known.values.push(value)
}

/** Collects all strings, numbers and booleans in a document, except operator names. */
const scalarsIn = (node: unknown, into: Json[] = []): Json[] => {
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean') into.push(node)
  else if (Array.isArray(node)) for (const one of node) scalarsIn(one, into)
  else if (isFields(node)) {
    for (const [name, inner] of Object.entries(node))
      if (!['op', 'rel', 'str', 'fold'].includes(name)) scalarsIn(inner, into)
  }
  return into
}

/** The paths of an attribute reference. If one is the targeting key, only that. */
const pathsOf = (read: unknown): string[][] => {
  // A Fanion attribute reference: paths that are tried in order.
  const paths = isFields(read) && Array.isArray(read['firstOf']) ? (read['firstOf'] as string[][]) : []
  return paths.some(([name, ...rest]) => name === 'targetingKey' && rest.length === 0)
    ? [['targetingKey']]
    : paths.slice(0, 1)
}

const walk = (node: unknown, words: Words): void => {
  if (Array.isArray(node)) {
    for (const inner of node) walk(inner, words)
    return
  }
  if (!isFields(node)) return
  const { attribute, values, read, test } = node
  if (typeof attribute === 'string') note(words, namesOf(attribute), scalarsIn(values))
  for (const path of pathsOf(read)) note(words, path, scalarsIn(test))
  for (const path of pathsOf(node)) note(words, path, [])
  for (const [operator, operands] of Object.entries(node)) {
    // In an expression, the attribute and the values it is compared with are siblings.
    const listed = Array.isArray(operands) ? operands : []
    for (const one of listed) {
      const name = isFields(one) ? [one['var']].flat()[0] : undefined
      if (typeof name !== 'string' || name === '' || name.startsWith('$')) continue
      const path = name.split('.')
      note(words, path, scalarsIn(listed.filter((other) => other !== one)))
      const known = words.get(JSON.stringify(path))
      if (known !== undefined && overLists.has(operator) && one === listed[0]) known.isList = true
    }
    if (operator === 'by' && typeof operands === 'string') note(words, namesOf(operands), [])
    walk(operands, words)
  }
}

const place = (into: Record<string, Json>, [name = '', ...rest]: readonly string[], value: Json): void => {
  if (rest.length === 0) {
    into[name] ??= value
    return
  }
  const known = into[name]
  const inner = typeof known === 'object' && known !== null && !Array.isArray(known) ? known : {}
  into[name] = inner
  place(inner, rest, value)
}

/**
 * Generates random contexts with the attributes of imported documents, and values close to those they compare with.
 * Used for vendors without a generator for their own documents.
 */
export function* contextsOfImported(
  { flags, segments }: Pick<Imported, 'flags' | 'segments'>,
  count: number,
  random: Random,
): Generator<Record<string, Json>> {
  const words: Words = new Map()
  walk([flags, segments], words)
  const keys = (words.get('["targetingKey"]')?.values ?? []).filter(
    (value) => typeof value === 'string' && value !== '',
  )
  for (let i = 0; i < count; i += 1) {
    const context: Record<string, Json> = {}
    for (const { path, values, isList = false } of words.values()) {
      if (path[0] === 'targetingKey' || chance(random, 0.2)) continue
      const seen = chance(random, 0.8) ? oneOf(random, values) : undefined
      if (isList) place(context, path, seen === undefined || typeof seen !== 'string' ? [] : [seen])
      else place(context, path, seen === undefined ? `unit-${Math.floor(random() * 1e9)}` : near(random, seen))
    }
    const known = chance(random, 0.3) ? oneOf(random, keys) : undefined
    context['targetingKey'] = known ?? `unit-${Math.floor(random() * 1e9)}`
    yield context
  }
}
