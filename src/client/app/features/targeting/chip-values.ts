import type { Scalar } from '../../../../shared/schemas/condition.ts'

/** How a field formats values as chips and parses typed text. */
type Chips = {
  readonly shown: (value: Scalar) => string
  readonly split: (text: string) => readonly string[]
  readonly read: (text: string) => Scalar
}

/** Values of the chips after an edit. Existing chips keep their value: they are not split or parsed again. */
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
