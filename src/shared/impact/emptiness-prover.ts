import { nodeOfCube } from './cover.ts'
import type { Node } from './diagram.ts'
import type { Model } from './model.ts'
import { pathsOf } from './paths.ts'
import { createTexts } from './texts.ts'

/** How often tests of texts refine a set before it counts as nonempty. */
const rounds = 40

/** Returns whether a set is proven to be empty: by its cells, and by the combinations that tests of texts allow. */
export const createEmptinessProver = (model: Model): ((set: Node) => boolean) => {
  const { diagrams } = model
  const texts = createTexts(model)
  let { possible } = model
  return (set) => {
    for (let round = 0; round < rounds; round += 1) {
      const left = diagrams.and(set, possible)
      if (left === diagrams.no) return true
      for (const path of pathsOf(diagrams, left)) {
        const ruledOut = texts.impossible(path)
        if (ruledOut.length === 0) return false
        for (const cube of ruledOut) possible = diagrams.minus(possible, nodeOfCube(diagrams, cube))
      }
    }
    return false
  }
}
