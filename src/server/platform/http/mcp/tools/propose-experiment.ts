import { z } from 'zod'
import { FanionError } from '../../../../../shared/errors/fanion-error.ts'
import {
  CreateExperimentInput,
  ExperimentSetup,
} from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { AgentMessage, byAnAgent } from '../by-an-agent.ts'
import { untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const proposeExperiment = tool({
  name: 'propose_experiment',
  title: 'Propose an experiment',
  description:
    'Plans an experiment on a flag that is on, judged by metrics that the project has, and proposes the change that starts it: nobody is in it until a person publishes that change. The first of its arms is the control; weights are in units of 0.001 % and sum to 100000.',
  input: z.strictObject({
    ...CreateExperimentInput.pick({ project: true, environment: true, key: true, name: true, flag: true }).shape,
    setup: ExperimentSetup,
    message: AgentMessage,
    review: z.boolean().default(true).describe('Whether people are asked to review it now, or it stays a draft.'),
  }),
  proposes: true,
  uses: ['flags.get', 'experiments.create', 'experiments.start', 'changes.requestReview'],
  answer: async (ask, { message, review, ...input }, ctx) => {
    const { project, environment, key: experiment, flag } = input
    const { heads } = await ask('flags.get', { project, flag })
    const head = heads[environment]
    if (!head) throw new FanionError('environment/not-found')
    await ask('experiments.create', input)
    const started = { project, experiment, base: head.revision, message: byAnAgent(message) }
    const saved = await ask('experiments.start', started)
    const change = review ? await ask('changes.requestReview', { project, change: saved.number }) : saved
    return {
      notes: ['Nothing is published. A person publishes the change, and the experiment starts then.'],
      data: {
        experiment,
        ...{ change: change.number, state: change.state, title: untrustedText(change.title) },
        link: untrustedText(`${ctx.publicUrl()}/p/${project}/experiments/${experiment}`),
        approvals: change.approvals.map(({ environment: where, required }) => ({ environment: where, required })),
      },
    }
  },
})
