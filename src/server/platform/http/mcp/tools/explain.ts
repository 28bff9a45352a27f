import { z } from 'zod'
import type { Explanation } from '../../../../../shared/engine/explain/trace.ts'
import { FanionError } from '../../../../../shared/errors/fanion-error.ts'
import { ExplainAsOfInput } from '../../../../../shared/features/publishing/schemas/history.ts'
import { reasonPhrase, traceLines } from '../../../../../shared/text/explain/explanation.ts'
import { untrustedJson, untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const explain = tool({
  name: 'explain',
  title: 'Explain a value',
  description:
    'Explains which value a context gets of a flag in an environment, now or at an instant of the past, and each step that led there. It counts as no evaluation.',
  input: z.strictObject(
    ExplainAsOfInput.pick({ project: true, environment: true, flag: true, context: true, at: true }).shape,
  ),
  uses: ['history.explain', 'flags.get', 'flags.getAsOf'],
  answer: async (ask, input) => {
    const { project, environment, flag, at } = input
    const answer = await ask('history.explain', input)
    const { outcome, revision, scheduled } = answer
    const { heads } =
      at === undefined ? await ask('flags.get', { project, flag }) : await ask('flags.getAsOf', { project, flag, at })
    const document = heads[environment]?.document
    if (!document) throw new FanionError('flag/not-found')
    // Safe cast: the engine's explanation, which was sent as JSON.
    const explanation = { outcome, steps: answer.steps } as unknown as Explanation
    return {
      data: {
        revision,
        at: answer.at,
        value: outcome.value === undefined ? null : untrustedJson(outcome.value),
        variant: outcome.variant,
        reason: outcome.reason,
        rule: outcome.rule,
        errorCode: outcome.errorCode,
        because: untrustedText(reasonPhrase(explanation, document)),
        steps: traceLines(explanation, document).map(({ mark, depth, words, actual }) => ({
          mark,
          depth,
          step: untrustedText(actual === null ? words : `${words} (${actual})`),
        })),
        scheduled: scheduled.map(({ change, title, at: due }) => ({ change, title: untrustedText(title), at: due })),
      },
    }
  },
})
