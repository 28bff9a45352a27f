import type { Path, Report } from './problems.ts'

/** Maximum depth of a document. Code that parses, hashes and compiles documents recurses once per level. */
const deepest = 100

const textProblem = (text: string): string | null => {
  if (text.includes('\u0000')) return 'the text holds a NUL character'
  return /\p{Surrogate}/u.test(text) ? 'the text holds half of a surrogate pair' : null
}

/** A value with a link to its parent. The full path is built only for a report. */
type StorableValue = {
  readonly value: unknown
  readonly step: PropertyKey
  readonly within: StorableValue | null
  readonly depth: number
}

const pathOf = (place: StorableValue): Path => {
  const path: PropertyKey[] = []
  for (let at = place; at.within !== null; at = at.within) path.push(at.step)
  return path.reverse()
}

/**
 * Reports what the log could not store unchanged: text that PostgreSQL's JSON rejects, and nesting that would exhaust
 * the stack. Iterates without recursion, over at most `mostValues` values; a document with more is reported, too.
 */
export const checkStorable = (document: unknown, report: Report, mostValues = Number.POSITIVE_INFINITY): void => {
  const open: StorableValue[] = [{ value: document, step: '', within: null, depth: 0 }]
  let values = 1
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value } = next
    if (typeof value === 'string') {
      const problem = textProblem(value)
      if (problem !== null) report('request/invalid', pathOf(next), problem, 'well-formed Unicode without NUL')
    }
    if (typeof value !== 'object' || value === null) continue
    if (next.depth === deepest) {
      const problem = `the document is nested more than ${deepest} levels deep`
      report('limit/reached', pathOf(next), problem, `at most ${deepest} levels`)
      continue
    }
    const names = Array.isArray(value) ? null : Object.keys(value)
    values += names?.length ?? (value as readonly unknown[]).length
    if (values > mostValues) {
      report('limit/reached', pathOf(next), 'there are too many values', `at most ${mostValues} in all`)
      return
    }
    // Most names are fine, so all are checked at once first.
    const suspect = names !== null && textProblem(names.join(' ')) !== null ? names : []
    for (const name of suspect) {
      const problem = textProblem(name)
      if (problem !== null) {
        report('request/invalid', pathOf(next), `${problem}, in the name of a field`, 'well-formed Unicode')
      }
    }
    push(open, next, names)
  }
}

/** Adds the members of a value that need a check. */
const push = (open: StorableValue[], within: StorableValue, names: readonly string[] | null): void => {
  const holder = within.value as Record<PropertyKey, unknown>
  const count = names?.length ?? (within.value as readonly unknown[]).length
  for (let at = 0; at < count; at += 1) {
    const step = names?.[at] ?? at
    const value = holder[step]
    if (typeof value === 'string' || typeof value === 'object') {
      open.push({ value, step, within, depth: within.depth + 1 })
    }
  }
}
