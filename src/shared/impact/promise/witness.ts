import type { Context } from '../../schemas/context.ts'
import { type Cube, nodeOfCube } from '../cover.ts'
import type { Node } from '../diagram.ts'
import { createExamples } from '../example.ts'
import type { Model } from '../model.ts'
import { pathsOf } from '../paths.ts'
import type { SpendSteps } from '../steps.ts'
import { createTexts } from '../texts.ts'

/** How many cubes are tried at once, and how often those that tests of texts rule out are removed. */
const most = 48
const rounds = 40

/** A context in a set, a proof that the set is empty, or neither. */
export type WitnessResult = { readonly context: Context } | 'nobody' | 'unknown'

/** Searches a set for a context that `confirmed` accepts. */
export const findWitness = (
  model: Model,
  set: Node,
  spend: SpendSteps,
  confirmed: (context: Context) => boolean,
): WitnessResult => {
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
