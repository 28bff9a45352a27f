import type { Context } from '../schemas/context.ts'
import type { Attribute } from './attribute.ts'
import { createAttributeSetter } from './extended/set-attribute.ts'
import type { SpendSteps } from './steps.ts'

/** How many units are tried for places whose units are made of several attributes. */
const unitTries = 200
/** What a try of a whole context costs: it hashes, and reads by paths. */
const wholeSteps = 100

/** The context, or one with other units, that falls where it should. */
export const withUnits = (
  wholes: readonly Attribute[],
  context: Context,
  spend: SpendSteps,
  isWanted: (context: Context) => boolean,
): Context | undefined => {
  if (isWanted(context)) return context
  const puts = wholes.flatMap(({ extended }) => extended?.units ?? []).map(createAttributeSetter)
  for (let at = 1; at <= unitTries && puts.length > 0; at += 1) {
    spend(wholes.length * wholeSteps)
    for (const few of [puts, puts.slice(0, 1)]) {
      const made = few.reduce<Context | undefined>((one, into) => one && (into(one, `user-${at}`) ?? one), context)
      if (made !== undefined && isWanted(made)) return made
    }
  }
  return undefined
}
