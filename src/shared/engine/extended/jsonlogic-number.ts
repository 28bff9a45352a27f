import { catchContextErrors } from './catch-context-errors.ts'
import { general } from './test.ts'

const number = (value: unknown): number => (value === null ? 0 : Number(value))

type Calculation = (args: readonly unknown[]) => unknown

/** `a < b`, or `a < b < c`, with JavaScript's coercion: two texts compare as texts. */
const chain =
  (holds: (a: never, b: never) => boolean): Calculation =>
  ([a, b, ...more]) => {
    // Cast: JSONLogic uses JavaScript's untyped comparison, which TypeScript forbids.
    const compare = holds as (a: unknown, b: unknown) => boolean
    // Values that cannot be compared are neither less nor greater.
    return catchContextErrors(() => compare(a, b) && (more.length === 0 || compare(b, more[0]))) ?? false
  }

const finite = (value: number): number | null => (Number.isNaN(value) ? null : value)

export const calculate: Readonly<Record<string, Calculation>> = {
  '<': chain((a, b) => a < b),
  '<=': chain((a, b) => a <= b),
  '>': chain((a, b) => a > b),
  '>=': chain((a, b) => a >= b),
  max: (args) => finite(args.reduce<number>((most, arg) => Math.max(most, number(arg)), Number.NEGATIVE_INFINITY)),
  min: (args) => finite(args.reduce<number>((least, arg) => Math.min(least, number(arg)), Number.POSITIVE_INFINITY)),
  '+': (args) => finite(args.reduce<number>((sum, arg) => sum + Number.parseFloat(String(arg)), 0)),
  '*': (args) => finite(args.reduce<number>((product, arg) => product * Number.parseFloat(String(arg)), 1)),
  '-': ([a, b]) => finite(b === undefined ? -number(a) : number(a) - number(b)),
  '/': ([a, b]) => finite(number(a) / number(b)),
  '%': ([a, b]) => finite(number(a) % number(b)),
}

const failed = (): never => {
  throw general
}

/** Converts an operand to a number. Fails for objects, lists and texts that are not numbers. */
const strict = (value: unknown): number => {
  if (typeof value === 'object' && value !== null) return failed()
  const read = Number(value)
  return Number.isNaN(read) ? failed() : read
}

const isTextual = (value: unknown): boolean => typeof value === 'string' || value === null

/**
 * Checks that an operand is comparable with the previous one: two texts, or two values that convert to numbers;
 * otherwise fails. Null equals null, and counts as 0 next to 0.
 */
const comparable = (value: unknown, before: unknown): unknown => {
  if (isTextual(value) && isTextual(before)) return value
  if (before !== null || (typeof value === 'object' && value !== null)) strict(value)
  strict(before)
  if (before === null && !value) return null
  return value === null && !before ? 0 : value
}

/**
 * Compares each operand with the next. An operand that cannot be coerced is an error, so the caller's default applies.
 */
const compareStrictly =
  (holds: (a: never, b: never) => boolean): ((operands: readonly unknown[]) => boolean) =>
  (operands) => {
    const compare = holds as (a: unknown, b: unknown) => boolean
    const [first = null, ...more] = operands
    if (more.length === 0) return failed()
    let before = first
    for (const value of more) {
      const given = comparable(value ?? null, before)
      if (!compare(before, given)) return false
      before = given
    }
    return true
  }

const sound = (value: number): number => (Number.isNaN(value) ? failed() : value)

const numbersOnly = (args: readonly unknown[]): readonly number[] =>
  args.length > 0 && args.every((arg) => typeof arg === 'number') ? args : failed()

/** Arithmetic of the newer generation, in which a failed coercion is an error. */
export const calculateStrictly: Readonly<Record<string, Calculation>> = {
  max: (args) => numbersOnly(args).reduce((most, arg) => Math.max(most, arg)),
  min: (args) => numbersOnly(args).reduce((least, arg) => Math.min(least, arg)),
  '+': (args) => sound(args.reduce<number>((sum, arg) => sum + strict(arg), 0)),
  '*': (args) => sound(args.reduce<number>((product, arg) => product * strict(arg), 1)),
  '-': ([a, ...more]) =>
    more.length === 0 ? -strict(a) : sound(more.reduce<number>((rest, arg) => rest - strict(arg), strict(a))),
  '/': ([a, ...more]) => more.reduce<number>((rest, arg) => sound(rest / (strict(arg) || failed())), strict(a)),
  '%': ([a, ...more]) => more.reduce<number>((rest, arg) => sound(rest % strict(arg)), strict(a)),
}

/** Comparisons of the newer generation, in which a failed coercion is an error. */
export const comparisons: Readonly<Record<string, ReturnType<typeof compareStrictly>>> = {
  '<': compareStrictly((a, b) => a < b),
  '<=': compareStrictly((a, b) => a <= b),
  '>': compareStrictly((a, b) => a > b),
  '>=': compareStrictly((a, b) => a >= b),
  // JSONLogic uses JavaScript's loose equality.
  // oxlint-disable-next-line eslint/eqeqeq
  '==': compareStrictly((a, b) => a == b),
  // oxlint-disable-next-line eslint/eqeqeq
  '!=': compareStrictly((a, b) => a != b),
}
