import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { explain } from '../../src/shared/engine/explain.ts'
import { loadModules, modulesNeeded } from '../../src/shared/engine/optional-modules.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { Case } from './subject.ts'

/** Prepares both engines for a datafile once: the compiled one, and the interpreter that explains. */
const prepare = async (datafile: Datafile) => {
  const profiles = await loadModules(modulesNeeded(datafile))
  return { compiled: compile(datafile, profiles), profiles }
}

const prepared = new WeakMap<Datafile, ReturnType<typeof prepare>>()

/** What is wrong with either engine's answer to a case. Empty if both are right. */
export const problemsOf = async (asked: Case): Promise<string[]> => {
  if ('check' in asked) return [asked.check()].filter((problem) => problem !== null)
  const { datafile, flag, context, nowMs, type, judge } = asked
  const ready = prepared.get(datafile) ?? prepare(datafile)
  prepared.set(datafile, ready)
  const { compiled, profiles } = await ready
  const answers = {
    compiled: evaluate(compiled, flag, context, nowMs, type),
    explained: explain(datafile, flag, context, nowMs, type, profiles).outcome,
  }
  return Object.entries(answers).flatMap(([engine, outcome]) => {
    const problem = judge(outcome)
    return problem === null ? [] : [`${engine}: ${problem}`]
  })
}
