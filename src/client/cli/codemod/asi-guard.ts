import type { Edit } from './edits.ts'
import { below, type Node, siblingsOf } from './node.ts'
import type { Parsed } from './parse.ts'
import { isOpenEnded } from './statements.ts'

/**
 * Prevents automatic semicolon insertion problems: prepends `;` to an edit that a previous statement without `;` would
 * absorb.
 */
export function guardAgainstAsi(file: Parsed, edits: readonly Edit[]): Edit[] {
  return edits.map((edit) => {
    const [first] = edit.parts
    const head = typeof first === 'string' ? first : first && file.text.slice(first[0], first[0] + 1)
    if (head === undefined || !/^[([`+\-/*,.<]/.test(head)) return edit
    const before = previous(file.program, edit.start)
    return before && isOpenEnded(before, file.text) ? { ...edit, parts: [';', ...edit.parts] } : edit
  })
}

/** The previous statement in the same list as the one that starts at a position. */
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
