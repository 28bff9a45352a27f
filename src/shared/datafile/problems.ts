import type { ErrorCode } from '../errors/catalogue.ts'
import { FanionError, type Problem } from '../errors/fanion-error.ts'

/** A problem with the code of the refusal it calls for. */
export type CodedProblem = Problem & { code: ErrorCode }

/** The fields and positions that lead to a value. */
export type Path = readonly PropertyKey[]

/** Takes a problem down. */
export type Report = (code: ErrorCode, path: Path, problem: string, expected: string) => void

/** More problems than anybody reads at once; a hostile document could otherwise have millions. */
const mostProblems = 100

/** A path as people read it: `rules[0].when.all[1]`, and `variants["a.b"]` where a key is no plain word. */
export const pathText = (path: Path): string =>
  path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`
      const key = String(step)
      if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`
      return at === 0 ? key : `.${key}`
    })
    .join('')

/** A list, and what adds to it: in order, up to a hundred. */
export const collecting = (): { problems: CodedProblem[]; report: Report } => {
  const problems: CodedProblem[] = []
  const report: Report = (code, path, problem, expected) => {
    if (problems.length < mostProblems) problems.push({ code, path: pathText(path), problem, expected })
  }
  return { problems, report }
}

/** Everything the checks report, in order, up to a hundred. */
export const collect = (checks: (report: Report) => void): CodedProblem[] => {
  const { problems, report } = collecting()
  checks(report)
  return problems
}

/** Reports below a path. */
export const under =
  (report: Report, ...prefix: Path): Report =>
  (code, path, problem, expected) =>
    report(code, [...prefix, ...path], problem, expected)

/** The error to refuse with, which lists every problem under the code of the first; null when there are none. */
export const refusalOf = (problems: readonly CodedProblem[]): FanionError | null => {
  const [first] = problems
  return first === undefined ? null : new FanionError(first.code, { problems: [...problems] })
}
