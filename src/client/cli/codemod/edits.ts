/** Replacement content: new text, or a range of the original text. */
export type Part = string | readonly [start: number, end: number]
/**
 * An edit to a source text. With `isText`, the replacement joins the adjacent text, such as inside a template literal.
 */
export type Edit = {
  readonly start: number
  readonly end: number
  readonly parts: readonly Part[]
  readonly isText?: boolean
}

export type Printed = {
  readonly text: string
  /** Maps a position in the original text to the printed text. Undefined if it was removed. */
  readonly at: (place: number) => number | undefined
}

const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\w$\u0080-\uffff]/.test(character)
const joins = (before: string | undefined, after: string | undefined): boolean =>
  (isWordPart(before) && isWordPart(after)) || (before !== undefined && before === after && /[+-]/.test(before))

export const overlaps = (edits: readonly Edit[], { start, end }: { start: number; end: number }): boolean =>
  edits.some((edit) => edit.start < end && start < edit.end)

/** Applies disjoint edits to a text. Inserts a space if two words would otherwise merge into one. */
export function print(text: string, edits: readonly Edit[]): Printed {
  const kept: { from: number; to: number; out: number }[] = []
  let out = ''
  const put = (piece: string, isSeam: boolean) => {
    if (piece === '') return
    if (isSeam && joins(out.at(-1), piece[0])) out += ' '
    out += piece
  }
  const keep = (start: number, end: number, isSeam: boolean) => {
    if (start >= end) return
    const piece = text.slice(start, end)
    put(piece, isSeam)
    kept.push({ from: start, to: end, out: out.length - piece.length })
  }
  let done = 0
  let isText = false
  for (const { start, end, parts, isText: glued = false } of edits.toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  )) {
    if (start < done) throw new Error(`two edits overlap at ${start}`)
    keep(done, start, !isText)
    for (const part of parts) {
      if (typeof part === 'string') put(part, !glued)
      else keep(part[0], part[1], !glued)
    }
    done = end
    isText = glued
  }
  keep(done, text.length, !isText)
  return {
    text: out,
    at: (place) => {
      const piece = kept.find(({ from, to }) => from <= place && place < to)
      return piece && piece.out + place - piece.from
    },
  }
}
