import recheck from 'recheck/lib/browser.js'
import { unboundPattern } from './unbound-pattern.ts'

/** Why a pattern is rejected. Null if it compiles, and matches any text in time proportional to the text's length. */
export type PatternProblem = {
  problem: string
  expected: string
  malformed?: true
  unproven?: true
  asked?: true
} | null

/** Proves that a regular expression is safe. With `asked`, the proof was delegated, and the check will be repeated. */
export type PatternProof = (source: string, ignoreCase: boolean) => PatternProblem

/** Maximum cost of a match as a multiple of the text's length, through counts such as `{0,500}`. */
const worstFactor = 1_000

/** A proof takes milliseconds; this allows for a busy machine. */
const proofTimeoutMs = 60_000

const anchored = 'a pattern that can match in one way only; anchor it with ^, or use contains, startsWith, endsWith'

/** Uses only the automaton checker. The fuzzing checker finds attacks, but proves nothing. */
const complexityOf = (source: string, flags: string, timeout: number): { type: string; degree: number } => {
  const found = recheck.checkSync(source, flags, { checker: 'automaton', timeout })
  if (found.status === 'unknown') return { type: found.error.kind, degree: Number.POSITIVE_INFINITY }
  const degree = found.complexity.type === 'polynomial' ? found.complexity.degree : 1
  return { type: found.complexity.type, degree }
}

const unproven: PatternProblem = {
  problem: 'is too large to be proven safe in time',
  expected: 'a shorter pattern with smaller counts',
  unproven: true,
}

const blowsUp = (degree: number) => ({
  problem: `backtracks: its time can grow with the ${degree === 2 ? 'square' : `power ${degree}`} of the text's length`,
  expected: anchored,
})

const examine = (source: string, flags: string, timeoutMs: number): PatternProblem => {
  const own = complexityOf(source, flags, timeoutMs)
  if (own.type === 'polynomial') return blowsUp(own.degree)
  if (own.type === 'exponential') {
    return { problem: 'backtracks: its time can double with every character of the text', expected: anchored }
  }
  if (own.type === 'timeout') return unproven
  if (own.type !== 'safe' && own.type !== 'linear') {
    return {
      problem: 'uses look-around, back-references or other syntax that cannot be proven safe',
      expected: 'a pattern of characters, classes, groups, alternatives and counts',
    }
  }
  const widened = unboundPattern(source)
  if (widened === null) return null
  const wide = complexityOf(widened.source, flags, timeoutMs)
  if (wide.type === 'safe' || wide.type === 'linear') return null
  if (wide.type === 'timeout') return unproven
  // One degree is the text's length. Each of the others comes from a count, which bounds it.
  if (wide.type === 'polynomial' && (widened.bound + 1) ** (wide.degree - 1) <= worstFactor) return null
  return { problem: 'backtracks: its counts and choices multiply', expected: anchored }
}

const patternProblemCache = new Map<string, PatternProblem>()

/**
 * Proves that a regular expression compiles with the flag `u` and has no catastrophic backtracking: with recheck's
 * automaton checker on the pattern, and on the pattern with widened counts, since the checker considers finite
 * languages harmless.
 * Unproven patterns are rejected, including some harmless ones. Takes up to twice `timeoutMs` and blocks its thread, so
 * a server runs it in a separate thread.
 */
export const patternProblem = (source: string, ignoreCase = false, timeoutMs = proofTimeoutMs): PatternProblem => {
  const flags = ignoreCase ? 'iu' : 'u'
  const known = patternProblemCache.get(`${flags}/${source}`)
  if (known !== undefined) return known
  try {
    new RegExp(source, flags)
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.replace(/^.*\/[a-z]*: /, '') : 'it does not compile'
    const problem = `is not a regular expression: ${reason}`
    return { problem, expected: 'ECMAScript syntax with the flag u', malformed: true }
  }
  const result = examine(source, flags, timeoutMs)
  // Not cached: another attempt may have enough time.
  if (result === unproven) return result
  if (patternProblemCache.size >= 1_000) patternProblemCache.clear()
  patternProblemCache.set(`${flags}/${source}`, result)
  return result
}
