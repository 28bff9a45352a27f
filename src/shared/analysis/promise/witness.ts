import type { Context } from '../../schemas/context.ts'
import type { Node } from '../diagram.ts'
import { exampleIn } from '../example.ts'
import type { Model } from '../model.ts'
import type { Spend } from '../steps.ts'

/** How many kinds of people are tried before nobody counts as found. */
const most = 48

/** Somebody of a set whom `confirmed` says so of; undefined where none was found, which is no proof that there is none. */
export const witnessIn = (
  model: Model,
  set: Node,
  spend: Spend,
  confirmed: (context: Context) => boolean,
): Context | undefined => {
  const { diagrams } = model
  let left = most
  const walk = (node: Node, path: readonly [number, ReadonlySet<number>][]): Context | undefined => {
    if (left <= 0 || node === diagrams.no) return undefined
    if (node === diagrams.yes) {
      left -= 1
      const context = exampleIn(model, new Map(path), spend)
      return context !== undefined && confirmed(context) ? context : undefined
    }
    const level = diagrams.levelOf(node)
    const children = new Map<Node, Set<number>>()
    for (let cell = 0; cell < (diagrams.sizes[level] as number); cell += 1) {
      const child = diagrams.child(node, level, cell)
      children.set(child, (children.get(child) ?? new Set()).add(cell))
    }
    for (const [child, cells] of children) {
      const found = walk(child, [...path, [level, cells]])
      if (found !== undefined) return found
    }
    return undefined
  }
  return walk(diagrams.and(set, model.possible), [])
}
