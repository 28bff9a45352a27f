import { ExperimentResultsInput } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const experimentResults = tool({
  name: 'experiment_results',
  title: 'Read the results of an experiment',
  description:
    'Tells what an experiment says now: of each metric and variant the difference from the control with its band and the verdict, whether users split as planned, and what guardrails see. A verdict is decided by a look alone: estimates between looks decide nothing, and samples.off means that nothing may be read.',
  input: ExperimentResultsInput.omit({ metric: true }),
  uses: ['experiments.results'],
  answer: async (ask, input) => {
    const found = await ask('experiments.results', input)
    const { plan, samples, results, guards } = found
    return {
      notes: [
        'Lifts and bands are relative to the control: 0.05 is 5 %. Bands hold however often one looks.',
        ...(samples.off ? ['Users do not split as planned. Do not read these results before it is known why.'] : []),
      ],
      data: {
        ...{ experiment: found.experiment, run: found.run, at: found.at, over: found.over },
        ...{ looks: found.looks, nextLookAt: found.nextLookAt },
        plan: {
          ...{ mode: plan.mode, startedAt: plan.startedAt, endsAt: plan.endsAt, alpha: plan.alpha },
          arms: plan.arms.map(({ variant, weight }) => ({ variant, weight })),
          metrics: plan.metrics.map(({ key, name, role, better }) => ({
            key,
            name: untrustedText(name),
            role,
            better,
          })),
        },
        samples: { off: samples.off, observed: samples.observed },
        results: results.map(
          ({ metric, arm, role, status, units, control, treatment, lift, liftInterval, verdict, decidedAt }) => ({
            ...{ metric, arm, role, status, units, control, treatment, lift },
            ...{ band: liftInterval, verdict, decidedByLook: decidedAt },
          }),
        ),
        guards: guards.map(({ metric, arm, state, text }) => ({ metric, arm, state, text: untrustedText(text) })),
      },
    }
  },
})
