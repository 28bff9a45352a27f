import type { Scalar } from '../../../../shared/schemas/condition.ts'

/** How a field shows values as chips and reads typed text. */
type Chips = {
  readonly shown: (value: Scalar) => string
  /** Splits a text that was typed or filled in at once into several. */
  readonly split: (text: string) => readonly string[]
  readonly read: (text: string) => Scalar
}

/** The values of the chips after an edit. A chip that was there before keeps its value: it is not split or read again. */
export function chipValues(
  texts: readonly string[],
  before: readonly Scalar[],
  { shown, split, read }: Chips,
): Scalar[] {
  const byText = new Map(before.map((value) => [shown(value), value] as const))
  return [
    ...new Set(
      texts.flatMap((text) => {
        const kept = byText.get(text)
        return kept === undefined ? split(text).map(read) : [kept]
      }),
    ),
  ]
}
