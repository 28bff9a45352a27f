import type { Edit } from './edits.ts'
import { below, type Node, siblingsOf } from './node.ts'
import type { Parsed } from './parse.ts'
import { isOpenEnded } from './statements.ts'

/** Edits that make a statement begin with what the one before, without its `;`, would take as its own have one put before them. */
export function keptApart(file: Parsed, edits: readonly Edit[]): Edit[] {
  return edits.map((edit) => {
    const [first] = edit.parts
    const head = typeof first === 'string' ? first : first && file.text.slice(first[0], first[0] + 1)
    if (head === undefined || !/^[([`+\-/*,.<]/.test(head)) return edit
    const before = previous(file.program, edit.start)
    return before && isOpenEnded(before, file.text) ? { ...edit, parts: [';', ...edit.parts] } : edit
  })
}

/** The statement before the one that begins at a place, in its list. */
function previous(program: Node, place: number): Node | undefined {
  let found: Node | undefined
  const visit = (node: Node): void => {
    if (node.start > place || node.end < place) return
    const siblings = node.start === place ? siblingsOf(node) : undefined
    const at = siblings?.indexOf(node) ?? -1
    if (siblings && at > 0) found ??= siblings[at - 1]
    for (const one of below(node)) visit(one)
  }
  visit(program)
  return found
}
