const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const whole = /^-?\d+$/

/** Whether a number is the one that was typed: a long whole one may be none that can be held (`9007199254740993`). */
const isHeld = (text: string, number: number): boolean =>
  !whole.test(text) || String(number) === text || BigInt(text) === BigInt(number)

/**
 * A number as people type it, the one way everywhere: `25`, `-1.5`, `.5`, `1e3`; null where it is none (`0x10`, `1,5`, `५`,
 * `Infinity`) and where another would be held in its place.
 */
export const readNumber = (typed: string): number | null => {
  const text = typed.trim()
  if (!decimal.test(text)) return null
  const number = Number(text)
  if (!Number.isFinite(number) || !isHeld(text, number)) return null
  // there is no negative zero in JSON
  return number === 0 ? 0 : number
}
