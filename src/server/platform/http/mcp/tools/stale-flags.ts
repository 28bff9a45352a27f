import { z } from 'zod'
import { CleanupVerdict } from '../../../../../shared/features/insights/schemas/insights.ts'
import { limits } from '../../../../../shared/limits.ts'
import { Key, ScopeKey } from '../../../../../shared/schemas/keys.ts'
import { untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const staleFlags = tool({
  name: 'stale_flags',
  title: 'List flags to clean up',
  description:
    'Lists flags that have served one variant to everyone for long, or that no application evaluates, each with a verdict and its evidence: archive (nothing asks for it), remove (take it out of the code first) or keep, and why. To go on, give next as after.',
  input: z.strictObject({
    project: ScopeKey,
    verdict: CleanupVerdict.optional(),
    after: Key.optional(),
    limit: z.int().min(1).max(limits.agentRows).default(20),
  }),
  uses: ['insights.states'],
  answer: async (ask, { project, verdict, after, limit }) => {
    const found = await ask('insights.states', { project, verdict, cursor: after, limit })
    return {
      data: {
        reporting: found.reporting,
        totals: found.totals,
        flags: found.flags
          .filter((one) => one.verdict !== null)
          .map(({ name, ...one }) => ({ ...one, name: untrustedText(name) })),
        next: found.next,
      },
    }
  },
})
