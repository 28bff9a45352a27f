import { canonicalJson } from '../../datafile/canonical-json.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'

/** Cells of more values are left as they are: each is looked at. */
const mostValues = 50

/** A reading whose named texts are also those of another one. */
export interface SameValue<Reading> {
  readonly from: Reading
  readonly to: Reading
}

const placeOf = ({ firstOf, contextKind, arrayIndex, textIndex, prefix, virtual }: AttributeRef): string =>
  canonicalJson([firstOf, contextKind ?? null, arrayIndex ?? false, textIndex ?? false, prefix ?? '', virtual ?? ''])

/** Whether a text that a reading gives is the first value that is there. */
const isFirst = ({ skip = 'nullish' }: AttributeRef): boolean => ['nullish', 'absent', 'never'].includes(skip)
/** Whether a reading gives a text that is the first value that is there. */
const takesFirst = ({ skip = 'nullish', firstOf }: AttributeRef): boolean => skip !== 'never' || firstOf.length === 1

/** Pairs of readings of the same paths: a text that is not empty is the value of both. */
export const sameValues = <Reading extends { readonly ref: AttributeRef }>(
  readings: readonly Reading[],
): SameValue<Reading>[] =>
  readings.flatMap((from) =>
    readings.flatMap((to) =>
      from !== to && placeOf(from.ref) === placeOf(to.ref) && isFirst(from.ref) && takesFirst(to.ref)
        ? [{ from, to }]
        : [],
    ),
  )

/** The texts of a cell, if it has nothing else and not too many of them. */
export const textsOfCell = (kinds: readonly { readonly kind: string; readonly value?: unknown }[]): string[] | null => {
  if (kinds.length === 0 || kinds.length > mostValues) return null
  const texts = kinds.flatMap(({ kind, value }) =>
    kind === 'named' && typeof value === 'string' && value !== '' ? [value] : [],
  )
  return texts.length === kinds.length ? texts : null
}
