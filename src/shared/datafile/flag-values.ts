import { limits } from '../limits.ts'
import type { FlagDocument, FlagType } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { compileSchema } from './json-schema.ts'
import { type Report, under } from './problems.ts'
import type { PatternProof } from './safe-pattern.ts'

/**
 * Whether a value has a flag's type, as the engine defines it: `object` is any JSON that is none of the other three.
 */
const isOfType: Record<FlagType, (value: Json) => boolean> = {
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  object: (value) => typeof value === 'object',
}

const typeText: Record<FlagType, string> = {
  boolean: 'true or false',
  string: 'a string',
  number: 'a finite number',
  object: 'an object, a list or null',
}

const utf8 = new TextEncoder()
const bytesOf = (text: string): number => utf8.encode(text).length

const checkSize = (value: Json, report: Report): void => {
  const [limit, bytes] =
    typeof value === 'string'
      ? [limits.stringValueBytes, bytesOf(value)]
      : [limits.objectValueBytes, bytesOf(JSON.stringify(value))]
  if (bytes <= limit) return
  report('limit/reached', [], `the value has ${bytes} bytes`, `at most ${limit} bytes of UTF-8`)
}

/** Reports values of the wrong type, values that are too large, and values that violate the flag's JSON Schema. */
export const checkFlagValues = (
  flag: FlagDocument,
  schema: Json | undefined,
  report: Report,
  prove?: PatternProof,
): void => {
  const check = schema === undefined ? undefined : compileSchema(schema, prove)
  if (typeof check === 'object') report('flag/schema-violation', ['schema'], check.problem, check.expected)
  for (const [variant, value] of Object.entries(flag.variants)) {
    const here = under(report, 'variants', variant)
    if (!isOfType[flag.type](value)) {
      here('flag/value-type', [], `the value is ${nameOf(value)}, in a flag of type ${flag.type}`, typeText[flag.type])
      continue
    }
    checkSize(value, here)
    if (typeof check !== 'function') continue
    for (const { path, problem, expected } of check(value)) here('flag/schema-violation', path, problem, expected)
  }
}

const nameOf = (value: Json): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return `a ${typeof value}`
}
