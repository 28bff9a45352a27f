import { evaluationBytes, evaluationSteps } from '../limits.ts'

/*
 * What one evaluation may cost. Whatever can grow with the product of a document and a context, or be asked again and
 * again, spends steps before it works; what builds texts and lists spends their size. Counting is one subtraction: no
 * evaluation begins or ends a count of its own. What is left runs down over many evaluations, and the one in which it
 * comes to nothing is done again with all of it (`metered`). Only that second time decides, so an answer depends on
 * nothing but document, context and instant.
 */

let steps: number = evaluationSteps
let bytes: number = evaluationBytes
let isMetered = false
let [mostSteps, mostBytes]: [number, number] = [evaluationSteps, evaluationBytes]
let done = 0

/** Thrown where nothing is left; it ends the whole evaluation, through every flag that was asked on the way. */
export const spent = new RangeError()

/** Spends steps, of about ten nanoseconds each. Throws `spent`. */
export const spend = (count: number): void => {
  steps -= count
  if (steps < 0) throw spent
}

/** Spends what a text or list that is about to be built takes, in bytes. Throws `spent`. */
export const build = (size: number): void => {
  bytes -= size
  if (bytes < 0) throw spent
}

/** What is left: the difference of two such is what was spent in between. */
export const left = (): { readonly steps: number; readonly bytes: number } => ({ steps, bytes })

/** Whether an evaluation is under way whose budget is its own. */
export const underMeter = (): boolean => isMetered

/** Does an evaluation with a whole budget. Answers undefined where it takes more. */
export const metered = <T>(run: () => T): T | undefined => {
  isMetered = true
  refill()
  try {
    return run()
  } catch (problem) {
    if (problem === spent) return undefined
    throw problem
  } finally {
    isMetered = false
    done += 1
    refill()
  }
}

const refill = (): void => {
  steps = mostSteps
  bytes = mostBytes
}

/** What each evaluation from here on may take at most, the next one all of it. */
export const allow = (most: { readonly steps: number; readonly bytes: number }): void => {
  mostSteps = most.steps
  mostBytes = most.bytes
  refill()
}

/** How many evaluations were done again with a whole budget. */
export const doneAgain = (): number => done

/** What people are told of a flag that takes too much. */
export const spentDetail = `the evaluation takes more than ${evaluationSteps} steps or ${evaluationBytes} bytes`

const weights = new WeakMap<object, number>()

/** How large a part of a document is: what it takes to go through it once, roughly. */
export const weightOf = (node: unknown): number => {
  if (typeof node !== 'object' || node === null) return 0
  const known = weights.get(node)
  if (known !== undefined) return known
  let weight = 1
  if (Array.isArray(node)) weight += node.length >> 4
  for (const inner of Object.values(node)) weight += weightOf(inner)
  weights.set(node, weight)
  return weight
}

/** What it takes to ask a flag, or a segment, inside an evaluation. */
export const costOf = (document: { readonly rules?: unknown; readonly when?: unknown }): number =>
  8 + ((weightOf(document.rules) + weightOf(document.when)) >> 3)

/** What it takes to look for texts in a text, however it is written: `ignoreCase` tries each text at each place. */
export const textCost = (length: number, texts: number, ignoreCase: boolean): number =>
  ignoreCase ? (length * texts) / 8 : length < 256 ? 0 : (length / 256) * texts

/** What it takes to look for values in a list. */
export const listCost = (length: number, values: number): number => (length < 64 ? 0 : (length * values) / 32)

/** What it takes to match patterns, for one character of a text. */
export const patternsCost = (sources: readonly string[]): number =>
  sources.reduce((sum, source) => sum + patternFactor(source), 0) / 8

/** How many times the length of a text a pattern that was proven safe may cost, by its counts and choices. */
const patternFactor = (source: string): number => {
  let factor = 1
  for (const [count, most] of source.matchAll(/\{\d*,?(\d*)\}|[?|]/g)) {
    factor *= 1 + (most === undefined || most === '' ? (count.length > 1 ? 8 : 1) : Number(most))
    if (factor >= 1_000) return 1_000
  }
  return factor
}
