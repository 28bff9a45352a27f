import { evaluationBytes, evaluationSteps } from '../limits.ts'

/*
 * The budget of one evaluation. Work that can grow with the product of document and context, or that can be repeated,
 * spends steps before it starts. Building texts and lists spends bytes.
 * Counting is one subtraction: evaluations do not reset the counters. They run down over many evaluations, and the
 * evaluation that exhausts them is repeated with a full budget (`metered`). Only that repetition decides, so the result
 * depends only on the document, the context and the instant.
 */

let steps: number = evaluationSteps
let bytes: number = evaluationBytes
let isMetered = false
let [mostSteps, mostBytes]: [number, number] = [evaluationSteps, evaluationBytes]
let done = 0

/** Thrown if the budget is exhausted. Ends the whole evaluation, including the flags that led to it. */
export const budgetExhausted = new RangeError()

/** Spends steps of about 10 ns each. Throws `spent`. */
export const spend = (count: number): void => {
  steps -= count
  if (steps < 0) throw budgetExhausted
}

/** Spends the size of a text or list before it is built, in bytes. Throws `spent`. */
export const build = (size: number): void => {
  bytes -= size
  if (bytes < 0) throw budgetExhausted
}

/** The remaining budget. The difference between two calls is what was spent. */
export const left = (): { readonly steps: number; readonly bytes: number } => ({ steps, bytes })

/** Whether an evaluation with its own full budget is in progress. */
export const hasOwnBudget = (): boolean => isMetered

/** Runs an evaluation with a full budget. Returns undefined if it exceeds the budget. */
export const runWithFullBudget = <T>(run: () => T): T | undefined => {
  isMetered = true
  refill()
  try {
    return run()
  } catch (problem) {
    if (problem === budgetExhausted) return undefined
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

/** Sets the budget of the following evaluations, and refills it. */
export const setEvaluationBudget = (most: { readonly steps: number; readonly bytes: number }): void => {
  mostSteps = most.steps
  mostBytes = most.bytes
  refill()
}

/** How many evaluations were repeated with a full budget. */
export const fullBudgetRepeats = (): number => done

/** The error detail of a flag that exceeds the budget. */
export const spentDetail = `the evaluation takes more than ${evaluationSteps} steps or ${evaluationBytes} bytes`

const weights = new WeakMap<object, number>()

/** Returns the size of a part of a document: roughly the cost of traversing it once. */
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

/** The cost of evaluating a flag or a segment within an evaluation. */
export const costOf = (document: { readonly rules?: unknown; readonly when?: unknown }): number =>
  8 + ((weightOf(document.rules) + weightOf(document.when)) >> 3)

/** The cost of searching texts in a text. `ignoreCase` tries each text at each position. */
export const textCost = (length: number, texts: number, ignoreCase: boolean): number =>
  ignoreCase ? (length * texts) / 8 : length < 256 ? 0 : (length / 256) * texts

/** The cost of searching values in a list. */
export const listCost = (length: number, values: number): number => (length < 64 ? 0 : (length * values) / 32)

/** The cost of matching patterns, per character of the text. */
export const patternsCost = (sources: readonly string[]): number =>
  sources.reduce((sum, source) => sum + patternFactor(source), 0) / 8

/** Estimates the cost factor of a safe pattern, from its repetition counts and alternatives. */
const patternFactor = (source: string): number => {
  let factor = 1
  for (const [count, most] of source.matchAll(/\{\d*,?(\d*)\}|[?|]/g)) {
    factor *= 1 + (most === undefined || most === '' ? (count.length > 1 ? 8 : 1) : Number(most))
    if (factor >= 1_000) return 1_000
  }
  return factor
}
