const number = (value: unknown): number => (value === null ? 0 : Number(value))

type Calculation = (args: readonly unknown[]) => unknown

/** `a < b`, or `a < b < c`, with the coercion of JavaScript: two texts compare as texts. */
const chain =
  (holds: (a: never, b: never) => boolean): Calculation =>
  ([a, b, ...more]) => {
    // What JSONLogic means is the comparison TypeScript forbids.
    const compare = holds as (a: unknown, b: unknown) => boolean
    return compare(a, b) && (more.length === 0 || compare(b, more[0]))
  }

const finite = (value: number): number | null => (Number.isNaN(value) ? null : value)

/** The numeric operations of JSONLogic. */
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
