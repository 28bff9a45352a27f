const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const whole = /^-?\d+$/

/** Whether the number is exactly what was typed. Large integers can lose precision (`9007199254740993`). */
const isExactNumber = (text: string, number: number): boolean =>
  !whole.test(text) || String(number) === text || BigInt(text) === BigInt(number)

/**
 * Parses a number typed by a user: `25`, `-1.5`, `.5`, `1e3`. Null if it is not a number (`0x10`, `1,5`, `५`,
 * `Infinity`) or would lose precision.
 */
export const readNumber = (typed: string): number | null => {
  const text = typed.trim()
  if (!decimal.test(text)) return null
  const number = Number(text)
  if (!Number.isFinite(number) || !isExactNumber(text, number)) return null
  // JSON has no negative zero.
  return number === 0 ? 0 : number
}
