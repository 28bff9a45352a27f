import type { Path, Report } from './problems.ts'

/** Deeper than any document of ours; what parses, hashes and compiles documents calls itself once per level. */
const deepest = 100

const textProblem = (text: string): string | null => {
  if (text.includes('\u0000')) return 'the text holds a NUL character'
  return /\p{Surrogate}/u.test(text) ? 'the text holds half of a surrogate pair' : null
}

/**
 * Reports what the log could not keep and give back as it was: text that PostgreSQL's JSON refuses, and nesting that
 * would exhaust the stack. Goes through the document without calling itself.
 */
export const checkStorable = (document: unknown, report: Report): void => {
  const open: { value: unknown; path: Path }[] = [{ value: document, path: [] }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      const problem = textProblem(value)
      if (problem !== null) report('request/invalid', path, problem, 'well-formed Unicode without NUL')
    }
    if (typeof value !== 'object' || value === null) continue
    if (path.length === deepest) {
      report(
        'limit/reached',
        path,
        `the document is nested more than ${deepest} levels deep`,
        `at most ${deepest} levels`,
      )
      continue
    }
    const list = Array.isArray(value)
    for (const [key, inner] of Object.entries(value)) {
      const problem = list ? null : textProblem(key)
      if (problem !== null) report('request/invalid', path, `${problem}, in the name of a field`, 'well-formed Unicode')
      if (typeof inner === 'string' || typeof inner === 'object') {
        open.push({ value: inner, path: [...path, list ? Number(key) : key] })
      }
    }
  }
}
