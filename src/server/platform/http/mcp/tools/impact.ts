import { z } from 'zod'
import { ScopeKey } from '../../../../../shared/schemas/keys.ts'
import { computeImpact, impactData } from '../compute-impact.ts'
import { Edits } from '../edits.ts'
import { planEdits, planningProcedures } from '../plan-edits.ts'
import { tool } from '../tool.ts'

export const impact = tool({
  name: 'impact',
  title: 'Foresee an impact',
  description:
    'Tells who would get another value if flags were edited so, in each environment: exactly, with an example of each move. It changes nothing. Give the same edits to propose_change.',
  input: z.strictObject({ project: ScopeKey, edits: Edits }),
  uses: planningProcedures,
  answer: async (ask, input, ctx) => {
    const plans = await planEdits(ask, input, ctx)
    const impacts = []
    for (const { environment, before, after } of plans) {
      const found = await ctx.inTurn(() => computeImpact(before, after, ctx.now().getTime()))
      impacts.push({ environment, revision: before.revision, ...impactData(found) })
    }
    return { data: { environments: impacts } }
  },
})
