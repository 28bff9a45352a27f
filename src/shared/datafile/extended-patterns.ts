import type { Path, Report } from './problems.ts'
import { type PatternProof, patternProblem } from './safe-pattern.ts'

/** Python's `match` only tries the start of a text, which makes a pattern such as `.*x` harmless. */
const asMatched = (source: string, dialect: unknown): string => (dialect === 'python-match' ? `^(?:${source})` : source)

const checkValues = (
  values: readonly unknown[],
  dialect: unknown,
  ignoreCase: boolean,
  path: Path,
  report: Report,
  prove: PatternProof,
): void => {
  for (const [at, value] of values.entries()) {
    const found = typeof value === 'string' ? prove(asMatched(value, dialect), ignoreCase) : null
    if (found === null || found.malformed === true || found.asked === true) continue
    const problem = `${JSON.stringify(value)} ${found.problem}`
    const code = found.unproven === true ? 'rule/unproven-pattern' : 'rule/unsafe-pattern'
    return report(code, [...path, 'values', at], problem, found.expected)
  }
}

/**
 * Reports unsafe regular expressions of extended tests, anywhere in a document. A pattern that does not compile is
 * ignored here, because its profile defines what an invalid pattern means.
 */
export const checkExtendedPatterns = (
  node: unknown,
  path: Path,
  report: Report,
  prove: PatternProof = patternProblem,
): void => {
  if (typeof node !== 'object' || node === null) return
  if ('op' in node && node.op === 'text.regex' && 'values' in node && Array.isArray(node.values)) {
    const ignoreCase = 'flags' in node && typeof node.flags === 'string' && node.flags.includes('i')
    return checkValues(node.values, 'dialect' in node ? node.dialect : undefined, ignoreCase, path, report, prove)
  }
  const list = Array.isArray(node)
  for (const [key, inner] of Object.entries(node)) {
    checkExtendedPatterns(inner, [...path, list ? Number(key) : key], report, prove)
  }
}
