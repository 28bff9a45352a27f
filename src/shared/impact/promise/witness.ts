import type { Context } from '../../schemas/context.ts'
import { type Cube, nodeOfCube } from '../cover.ts'
import type { Node } from '../diagram.ts'
import { createExamples } from '../example.ts'
import type { Model } from '../model.ts'
import { pathsOf } from '../paths.ts'
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
  const { exampleIn } = createExamples(model, texts)
  let left = diagrams.and(set, model.possible)
  for (let round = 0; left !== diagrams.no; round += 1) {
    const ruledOut: Cube[] = []
    for (const cube of pathsOf(diagrams, left, most)) {
      const context = exampleIn(cube, spend)
      if (context !== undefined && confirmed(context)) return { context }
      ruledOut.push(...texts.impossible(cube))
    }
    if (ruledOut.length === 0 || round === rounds) return 'unknown'
    left = ruledOut.reduce((rest, cube) => diagrams.minus(rest, nodeOfCube(diagrams, cube)), left)
  }
  return 'nobody'
}
