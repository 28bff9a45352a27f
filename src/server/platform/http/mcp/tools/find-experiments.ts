import { z } from 'zod'
import { ListExperimentsInput } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { limits } from '../../../../../shared/limits.ts'
import { untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const findExperiments = tool({
  name: 'find_experiments',
  title: 'List experiments',
  description:
    'Lists the experiments of a project, or those of a flag or in a state: which flag and environment each is about, how it stands, and what its last look said of its primary metrics. To go on, give next as after.',
  input: z.strictObject({ ...ListExperimentsInput.shape, limit: z.int().min(1).max(limits.agentRows).default(20) }),
  uses: ['experiments.list'],
  answer: async (ask, input) => {
    const { experiments, next } = await ask('experiments.list', input)
    return {
      data: {
        experiments: experiments.map(({ key, name, flag, environment, state, run, proposed, headlines, decision }) => ({
          ...{ key, name: untrustedText(name), flag, environment, state },
          run: run && {
            ...{ run: run.run, startedAt: run.startedAt, endsAt: run.endsAt, over: run.over, stoppedAt: run.stoppedAt },
            why: run.why && untrustedText(run.why),
          },
          proposedByChange: proposed,
          headlines,
          decision: decision && { what: decision.what, arm: decision.arm, sentence: untrustedText(decision.sentence) },
        })),
        next,
      },
    }
  },
})
