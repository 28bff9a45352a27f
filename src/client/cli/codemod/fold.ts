import { type Edit, overlaps } from './edits.ts'
import { foldConstant, foldDependencies } from './fold-constant.ts'
import { foldExpression } from './fold-expression.ts'
import { foldJsx } from './fold-jsx.ts'
import { foldList } from './fold-list.ts'
import { foldStatement } from './fold-statement.ts'
import { below, type Node } from './node.ts'
import type { Parsed } from './parse.ts'
import { reserved, type Values } from './value.ts'

/** Runs one pass: returns the innermost edits, which never overlap. Surrounding code is folded in the next pass. */
export function foldOnce(file: Parsed, values: Values, open: ReadonlySet<string>): Edit[] {
  const edits: Edit[] = []
  const isAbout = placeholderCheckFor(file.text)
  const visit = (node: Node): void => {
    if (!isAbout(node)) return
    const begin = edits.length
    for (const one of below(node)) visit(one)
    if (edits.length > begin) {
      edits.push(...freeOf(foldList(node, file, edits), edits))
      return
    }
    const fold = { file, values }
    const edit = foldStatement(node, fold) ?? foldExpression(node, fold) ?? foldJsx(node, file.text, values)
    const more = edit
      ? [edit]
      : [
          ...foldConstant(node, file, values, edits, open),
          ...foldDependencies(node, values),
          ...foldList(node, file, edits),
        ]
    edits.push(...freeOf(more, edits))
  }
  visit(file.program)
  return edits
}

/** Whether a node contains one of our placeholders. Nodes without one need no folding. */
function placeholderCheckFor(text: string): (node: Node) => boolean {
  const places: number[] = []
  for (let at = text.indexOf(reserved); at !== -1; at = text.indexOf(reserved, at + 1)) places.push(at)
  return ({ start, end }) => {
    let [low, high] = [0, places.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[middle] ?? 0) < start) low = middle + 1
      else high = middle
    }
    return (places[low] ?? end) < end
  }
}

/** All of these edits, or none if one of them overlaps an existing edit. */
const freeOf = (more: readonly Edit[], edits: readonly Edit[]): readonly Edit[] =>
  more.some(
    (one) =>
      overlaps(edits, one) ||
      edits.some((edit) => edit.start === one.start && edit.end === one.end) ||
      touches(one, edits),
  )
    ? []
    : more

/** Whether an empty range lies inside another edit. */
const touches = (one: Edit, edits: readonly Edit[]): boolean =>
  edits.some(
    (edit) =>
      (one.start === one.end && edit.start < one.start && one.start < edit.end) ||
      (edit.start === edit.end && one.start < edit.start && edit.start < one.end),
  )
