import type { Context } from '../../schemas/context.ts'
import { type Cube, nodeOfCube } from '../cover.ts'
import type { Node } from '../diagram.ts'
import { exampleIn } from '../example.ts'
import type { Model } from '../model.ts'
import type { Spend } from '../steps.ts'
import { createTexts } from '../texts.ts'

/** How many kinds of people are tried at once, and how often those whom tests of texts rule out are left out. */
const most = 48
const rounds = 40

/** Somebody of a set, a proof that there is nobody, or neither. */
export type Found = { readonly context: Context } | 'nobody' | 'unknown'

/** Looks for somebody of a set whom `confirmed` says so of. */
export const witnessIn = (model: Model, set: Node, spend: Spend, confirmed: (context: Context) => boolean): Found => {
  const { diagrams } = model
  const texts = createTexts(model)
  let left = diagrams.and(set, model.possible)
  for (let round = 0; left !== diagrams.no; round += 1) {
    const ruledOut: Cube[] = []
    for (const cube of pathsOf(model, left)) {
      const context = exampleIn(model, cube, spend, texts)
      if (context !== undefined && confirmed(context)) return { context }
      ruledOut.push(...texts.impossible(cube))
    }
    if (ruledOut.length === 0 || round === rounds) return 'unknown'
    left = ruledOut.reduce((rest, cube) => diagrams.minus(rest, nodeOfCube(diagrams, cube)), left)
  }
  return 'nobody'
}

/** A few paths through a set, as cubes. */
const pathsOf = ({ diagrams }: Model, set: Node): Cube[] => {
  const found: Cube[] = []
  const walk = (node: Node, path: readonly [number, ReadonlySet<number>][]): void => {
    if (found.length >= most || node === diagrams.no) return
    if (node === diagrams.yes) {
      found.push(new Map(path))
      return
    }
    const level = diagrams.levelOf(node)
    const children = new Map<Node, Set<number>>()
    for (let cell = 0; cell < (diagrams.sizes[level] as number); cell += 1) {
      const child = diagrams.child(node, level, cell)
      children.set(child, (children.get(child) ?? new Set()).add(cell))
    }
    for (const [child, cells] of children) walk(child, [...path, [level, cells]])
  }
  walk(set, [])
  return found
}
