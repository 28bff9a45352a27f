import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** A problem with an input. `tooMuch`: the type is right, but a limit is exceeded. `unknown`: unknown fields. */
export type SchemaProblem = { path: Path; problem: string; expected: string; tooMuch: boolean; unknown?: string[] }

/**
 * A union reports the issues of all its members. The intended member is the one that only reports issues in nested
 * fields.
 */
const intendedMemberIssues = (branches: readonly (readonly Issue[])[]): readonly Issue[] => {
  const inside = branches.filter((issues) => issues.every(({ path }) => path.length > 0))
  return inside.length === 1 ? (inside[0] ?? []) : []
}

const shortened = (text: string, most = 60): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

const describe = (value: unknown): string => {
  if (value === undefined) return 'is missing'
  if (value === null) return 'is null'
  if (Array.isArray(value)) return 'is a list'
  if (typeof value === 'object') return 'is an object'
  if (typeof value === 'string')
    return `is ${shortened(JSON.stringify(value.slice(0, 60)) + (value.length > 60 ? '…' : ''))}`
  return typeof value === 'number' || typeof value === 'boolean' ? `is ${value}` : `is a ${typeof value}`
}

const at = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    input,
  )

const kinds: Record<string, string> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  int: 'a whole number',
  number: 'a finite number',
  boolean: 'true or false',
  null: 'null',
}

const formats: Record<string, string> = {
  datetime: 'an instant in UTC such as 2026-11-23T12:00:00.000Z',
  date: 'a day such as 2026-11-23',
  uuid: 'a UUID such as 0f8fad5b-d9cb-469f-a165-70867728950e',
  email: 'an email address',
  url: 'an address such as https://example.com',
}

const choice = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : `one of: ${values.join(', ')}`

const units: Record<string, string> = { string: ' characters', array: ' entries' }

const sizeOf = (value: unknown): string => {
  if (typeof value === 'string') return `has ${value.length} characters`
  return Array.isArray(value) ? `has ${value.length} entries` : describe(value)
}

/** Describes what the members of a union expect: the fields that an object lacks, or another type of value. */
const formsOf = (branches: readonly (readonly Issue[])[], value: unknown): string => {
  const forms = branches.map((issues) => {
    const lacking = issues.filter(({ path }) => path.length === 1 && at(value, path) === undefined)
    if (lacking.length > 0) return `an object with ${lacking.map(({ path }) => String(path[0])).join(' and ')}`
    const [first] = issues
    return first !== undefined && first.path.length === 0 && first.code !== 'unrecognized_keys'
      ? explain(first, value).expected
      : ''
  })
  return [...new Set(forms)].filter((form) => form !== '').join('; or ')
}

const explain = (issue: Issue, value: unknown): { problem: string; expected: string } => {
  switch (issue.code) {
    case 'invalid_type':
      return { problem: describe(value), expected: kinds[issue.expected] ?? `a ${issue.expected}` }
    case 'too_big':
      return { problem: sizeOf(value), expected: `at most ${issue.maximum}${units[issue.origin] ?? ''}` }
    case 'too_small':
      return { problem: sizeOf(value), expected: `at least ${issue.minimum}${units[issue.origin] ?? ''}` }
    case 'invalid_value':
      return {
        problem: describe(value),
        expected: choice(issue.values.map((one) => String(one))),
      }
    case 'unrecognized_keys':
      return {
        problem: `has unknown fields: ${shortened(issue.keys.slice(0, 60).join(', '))}`,
        expected: 'only known fields',
      }
    case 'invalid_key':
      return { problem: 'is not a valid key', expected: issue.issues[0]?.message ?? 'a valid key' }
    case 'invalid_union':
      if (issue.errors.length === 0 && 'options' in issue && issue.options !== undefined) {
        return { problem: describe(value), expected: choice(issue.options.map((one) => String(one))) }
      }
      return { problem: describe(value), expected: formsOf(issue.errors, value) }
    case 'invalid_format':
      // zod's default message "Invalid …" does not say what is expected.
      return {
        problem: describe(value),
        expected: (issue.message.startsWith('Invalid ') && formats[issue.format]) || issue.message,
      }
    default:
      return { problem: describe(value), expected: issue.message }
  }
}

/** Limits on the number of problems and the length of each. */
const mostProblems = 100
const longest = 1_000

/** A path can contain names from the request, which can be very long. */
const shownPath = (path: Path): Path => path.map((step) => (typeof step === 'string' ? shortened(step, 100) : step))

const flatten = (issue: Issue, prefix: Path, input: unknown, found: SchemaProblem[]): void => {
  if (found.length >= mostProblems) return
  const path = [...prefix, ...issue.path]
  const nested = issue.code === 'invalid_union' ? intendedMemberIssues(issue.errors) : []
  for (const inner of nested) flatten(inner, path, input, found)
  if (nested.length > 0) return
  const { problem, expected } = explain(issue, at(input, path))
  const tooMuch = issue.code === 'too_big'
  const unknown = issue.code === 'unrecognized_keys' ? { unknown: issue.keys.slice(0, mostProblems) } : {}
  found.push({ path: shownPath(path), problem, expected: shortened(expected, longest), tooMuch, ...unknown })
}

/**
 * Describes the problems of an input that a schema rejected, each with its path. At most 100 problems, each of bounded
 * length.
 */
export const schemaProblems = (error: z.core.$ZodError, input: unknown): SchemaProblem[] => {
  const found: SchemaProblem[] = []
  for (const issue of error.issues) flatten(issue, [], input, found)
  return found
}
