import { z } from 'zod'
import { Title } from '../../../../../shared/features/changes/schemas/change.ts'
import { ScopeKey } from '../../../../../shared/schemas/keys.ts'
import { AgentMessage, byAnAgent } from '../by-an-agent.ts'
import { computeImpact, impactData } from '../compute-impact.ts'
import { Edits } from '../edits.ts'
import { untrustedText } from '../mark-untrusted.ts'
import { planEdits, planningProcedures } from '../plan-edits.ts'
import { tool } from '../tool.ts'

export const proposeChange = tool({
  name: 'propose_change',
  title: 'Propose a change',
  description:
    'Proposes edits of flags as a change that people review: nothing is published, wherever it is about, until a person publishes it. Look at the impact first.',
  input: z.strictObject({
    project: ScopeKey,
    title: Title,
    message: AgentMessage,
    edits: Edits,
    review: z.boolean().default(true).describe('Whether people are asked to review it now, or it stays a draft.'),
  }),
  proposes: true,
  uses: [...planningProcedures, 'changes.save', 'changes.requestReview'],
  answer: async (ask, { title, message, review, ...input }, ctx) => {
    const { project } = input
    const plans = await planEdits(ask, input, ctx)
    const impacts = []
    for (const { environment, before, after } of plans) {
      const found = await ctx.inTurn(() => computeImpact(before, after, ctx.now().getTime()))
      impacts.push({ environment, ...impactData(found) })
    }
    const saved = await ask('changes.save', {
      ...{ project, title, message: byAnAgent(message) },
      entries: plans.flatMap(({ entries }) => entries),
    })
    const change = review ? await ask('changes.requestReview', { project, change: saved.number }) : saved
    return {
      notes: ['Nothing is published. A person publishes the change, or declines it.'],
      data: {
        change: change.number,
        state: change.state,
        version: change.version,
        title: untrustedText(change.title),
        link: untrustedText(`${ctx.publicUrl()}/p/${project}/changes/${change.number}`),
        approvals: change.approvals.map(({ environment, required }) => ({ environment, required })),
        impacts,
      },
    }
  },
})
