import { ofrepJson } from '../../../shared/engine/ofrep-json.ts'
import { createValueCheck } from './accept.ts'
import type { Answer, Answers } from './answers.ts'
import type { AnyFlags, Call } from './calls.ts'
import type { ClientRuntime } from './client-runtime.ts'
import type { Attributes, Flag } from './define-flags.ts'
import { detailsOf } from './details-of.ts'
import type { EvaluationReporter } from './evaluation-reporter.ts'
import type { Fanion } from './fanion.ts'
import { createHandle, type EvaluationTarget } from './handle.ts'
import { type Overrides, overridden } from './override.ts'

export type Evaluator = {
  /** The call of each declared flag, by the name it was declared under, without hooks. */
  readonly calls: Readonly<Record<string, Call<unknown>>>
  /** Creates a flag's call with request overrides in effect. */
  readonly callWithOverrides: (flag: Flag, overrides: Overrides) => Call<unknown>
  /** Evaluates any flag by its key, declared or not. */
  readonly evaluate: Fanion['evaluate']
  /** OFREP answers for the declared flags that are visible to clients. Not counted as evaluations. */
  readonly visibleAnswers: (context?: Attributes, overrides?: Overrides) => Answers
  /** Makes every call look up its compiled flag again. Called after each update. */
  readonly invalidate: () => void
}

/** Evaluates declared flags from the store. Overrides take precedence. */
export const createEvaluator = (
  { platform, settings, store, revision }: ClientRuntime,
  { record }: Pick<EvaluationReporter, 'record'>,
): Evaluator => {
  const targetOf = (flag: Pick<Flag, 'key' | 'type'>, overrides = settings.overrides): EvaluationTarget =>
    overrides.has(flag.key)
      ? overridden(flag, overrides.get(flag.key), store.datafile()?.flags[flag.key]?.variants)
      : store.target(flag.key)
  const target = (flag: Flag) => targetOf(flag)
  const defaultSlot = (key: string) => store.slots().of(key, null)
  const handleOptions = { target, now: platform.now, revision, hit: record, defaultSlot }
  // Each call is typed by its declaration. In here, values and contexts are unknown.
  const handles = Object.entries(settings.flags).map(
    ([name, flag]) => [name, createHandle(flag as Flag<unknown>, handleOptions)] as const,
  )

  return {
    calls: Object.fromEntries(handles.map(([name, handle]) => [name, handle.call])),
    callWithOverrides: (flag, overrides) =>
      createHandle(flag, { ...handleOptions, target: (evaluated) => targetOf(evaluated, overrides) }).call,
    evaluate: (flag, context = {}) => {
      const current = targetOf(flag)
      const outcome = current.pick(context, current.timed ? platform.now() : 0)
      const details = detailsOf(outcome, revision(), flag.default, createValueCheck({ ...flag, variants: null }))
      record(details.errorCode === 'TYPE_MISMATCH' ? defaultSlot(flag.key) : outcome.slot, context)
      return details
    },
    visibleAnswers: (context = {}, overrides = settings.overrides) => {
      const documents = store.datafile()?.flags ?? {}
      const visible = Object.values(settings.flags).filter(({ key }) => documents[key]?.visibleToClients === true)
      // The engine's JSON of an outcome is an OFREP answer.
      const answerFor = (flag: AnyFlags[string]) =>
        JSON.parse(ofrepJson(targetOf(flag, overrides).pick(context, platform.now()))) as Answer
      return { flags: visible.map(answerFor) }
    },
    invalidate: () => {
      for (const [, handle] of handles) handle.repoint()
    },
  }
}
